/** The events that the lead function knows (functions/src/counts/event.rs). */
export type CountedEvent =
  | "opened"
  | "unit"
  | "filter"
  | "begun"
  | "sent"
  | "call"
  | "whatsapp"
  | "pdf"
  | "lcp"
  | "inp"
  | "cls";

/** Counts an event; `value` is the code of a unit, or a measured number. */
export type Send = (event: CountedEvent, value?: string) => void;
