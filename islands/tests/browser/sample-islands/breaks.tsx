// Starts well and throws on the first click.
import { useState } from "react";

export default function Breaks() {
  const [broken, setBroken] = useState(false);
  if (broken) throw new Error("on click");
  return (
    <p>
      <a href="/contacto">works without script</a>
      <button type="button" onClick={() => setBroken(true)}>
        break
      </button>
    </p>
  );
}
