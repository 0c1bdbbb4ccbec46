// Renders something else in a browser than in the build, which the debug loader must report.
export default function Differs() {
  return typeof document === "undefined" ? (
    <p>from the build</p>
  ) : (
    <ul>from the browser</ul>
  );
}
