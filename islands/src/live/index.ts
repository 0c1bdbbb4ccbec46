// Live parts (`data-live`): an open page may be older than the last build, so it is requested again, and they are exchanged.
import { whenIdle } from "../page/idle.ts";
import { exchangeParts } from "./exchange.ts";

whenIdle(() => {
  // After `fetch`, parsing would need a policy of Trusted Types. Pages must be revalidated, so it is conditional.
  const request = new XMLHttpRequest();
  request.open("GET", location.pathname);
  request.responseType = "document";
  request.onload = () => {
    // The page of a unit that is gone leads to another one.
    if (new URL(request.responseURL).pathname !== location.pathname)
      location.replace(request.responseURL);
    else if (request.response) exchangeParts(document, request.response);
  };
  request.send();
});
