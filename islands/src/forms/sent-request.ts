// What the thank-you page says of the request that was sent last, in sessionStorage: nothing that identifies the visitor.
import { readStored, storeValue } from "../page/storage.ts";

/** What the visitor asked for, in the words of the form. */
export interface SentRequest {
  wish?: string | undefined;
  units?: readonly string[] | undefined;
}

const KEY = "site-request";

/** Stores the request that was sent; it replaces the one before. */
export function storeSentRequest(request: SentRequest): void {
  storeValue(KEY, request, "sessionStorage");
}

/** The request that was sent last in this tab; an empty one where there is none. */
export function readSentRequest(): SentRequest {
  return (readStored(KEY, "sessionStorage") ?? {}) as SentRequest;
}
