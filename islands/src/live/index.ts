// Live parts: what a page shows of the inventory, in elements that templates mark with `data-live`. An open page may be
// older than the last build (a copy in a cache), so it is requested again, and the parts that differ are exchanged.
import { whenIdle } from "../page/idle.ts";
import { exchangeParts } from "./exchange.ts";

whenIdle(() => {
  // After `fetch`, parsing would need a policy of Trusted Types. Pages must be revalidated, so it is conditional.
  const request = new XMLHttpRequest();
  request.open("GET", location.pathname);
  request.responseType = "document";
  request.onload = () => request.response && exchangeParts(document, request.response);
  request.send();
});
