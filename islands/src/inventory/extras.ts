// What most visitors never use, loaded when first needed and as one file, because small files compress badly: the plans,
// the comparison, the download.
export { default as CompareDialog } from "./compare-dialog.tsx";
export { downloadCsv } from "./export.ts";
export { default as Visual } from "./visual.tsx";
