// The editor of texts at `/_dev/edit` of the development server. The built site contains nothing of it.
import { createRoot } from "react-dom/client";
import { Editor } from "./editor.tsx";

createRoot(document.body.appendChild(document.createElement("div"))).render(<Editor />);
