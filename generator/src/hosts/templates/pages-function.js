// The lead function of {{ host }} on Cloudflare Pages, written by `site host-files` of version {{ engine }}; do not edit.

/** Sends a request to the same path of the lead function, at the variable LEADS_URL. */
export function onRequest({ request, env }) {
  const { pathname, search } = new URL(request.url);
  return fetch(new Request(env.LEADS_URL + pathname + search, request));
}
