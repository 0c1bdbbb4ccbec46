// Throws in a browser only, as a component does that meets something it did not expect.
export default function Throws() {
  if (typeof document !== "undefined") throw new Error("on hydration");
  return <a href="/contacto">works without script</a>;
}
