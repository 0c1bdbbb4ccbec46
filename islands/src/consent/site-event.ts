/** The type of the events of islands for measurement. They bubble; `detail` has `event` (the name) and its fields. */
export const SITE_EVENT = "site-event";
