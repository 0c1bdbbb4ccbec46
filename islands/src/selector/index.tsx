// Stub: its owner replaces it.
import type { IslandProps } from "../island.tsx";

export default function Selector({ id }: IslandProps) {
  return <div id={id} className="island-selector" />;
}
