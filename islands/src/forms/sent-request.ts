// What the thank-you page says of the request that was sent last, in sessionStorage: nothing that identifies the visitor.
import { storeValue } from "../page/storage.ts";

/** What the visitor asked for, in the words of the form. */
export interface SentRequest {
  wish?: string | undefined;
  units?: readonly string[] | undefined;
}

/** The key in sessionStorage. */
export const REQUEST_KEY = "site-request";

/** Stores the request that was sent; it replaces the one before. */
export function storeSentRequest(request: SentRequest): void {
  storeValue(REQUEST_KEY, request, "sessionStorage");
}
