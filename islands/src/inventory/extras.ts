// What most visitors never use, loaded when first needed and as one file, because small files compress badly.
export { default as CompareDialog } from "./compare-dialog.tsx";
export { default as Visual } from "./visual.tsx";
export { default as GroupPlans } from "./groups.tsx";
