// Renders something else in a browser: what the mismatch tests must notice.
export default function Differs() {
  return typeof document === "undefined" ? <p>from the build</p> : <ul>from the browser</ul>;
}
