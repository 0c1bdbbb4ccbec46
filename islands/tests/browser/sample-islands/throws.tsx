// Throws in a browser only.
export default function Throws() {
  if (typeof document !== "undefined") throw new Error("on hydration");
  return <a href="/contacto">works without script</a>;
}
