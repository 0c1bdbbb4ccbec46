// Addresses of ceibalta.example on CloudFront (runtime cloudfront-js-2.0), written by `site host-files` of version 0.1.0; do not edit.

// Addresses that moved: names of files, and where they were (folder, extension) with the new address.
const MOVED = [
  { names: ["index"], places: [["/","","/"], ["/",".html","/"], ["/en/",".html","/en"]] },
  { names: [""], places: [["/en/","","/en"]] },
];

// What a redirect repeats of a request: another path could name another host.
const PLAIN = /^[\w.~-]+(?:\/[\w.~-]+)*\/?$/;

// Redirects are cached as pages are.
const CACHING = "public, max-age=0, must-revalidate";

/** The new path of an address that moved. */
function moved(uri) {
  const slash = uri.lastIndexOf("/") + 1;
  const dot = uri.lastIndexOf(".");
  const end = dot > slash ? dot : uri.length;
  for (let i = 0; i < MOVED.length; i++) {
    const place = MOVED[i].places.find((known) => known[0] === uri.slice(0, slash) && known[1] === uri.slice(end));
    if (place && MOVED[i].names.includes(uri.slice(slash, end))) return place[2];
  }
}

/** The address of the page that has this other spelling, without its first slash: two of them would begin another host. */
function otherSpelling(uri) {
  const path = uri.replace(/^\/+/, "");
  if (path.endsWith("/")) return path.replace(/\/+$/, "");
  if (path.endsWith(".html")) return path.replace(/(\/index)?\.html$/, "");
}

/** A redirect that keeps the query. */
function redirect(status, path, query) {
  const pairs = [];
  for (const name in query) {
    const values = query[name].multiValue || [query[name]];
    values.forEach((item) => pairs.push(item.value === "" ? name : name + "=" + item.value));
  }
  const location = pairs.length > 0 ? path + "?" + pairs.join("&") : path;
  return { statusCode: status, statusDescription: "Moved Permanently", headers: { location: { value: location }, "cache-control": { value: CACHING } } };
}

function handler(event) {
  const request = event.request;
  const uri = request.uri;
  const target = moved(uri);
  if (target) return redirect(301, target, request.querystring);
  // Files for the host and the publisher. The path is as the visitor's browser wrote it.
  if (/\/([._]|%2e|%5f)/i.test(uri) && !uri.startsWith("/.well-known/")) {
    return { statusCode: 404, statusDescription: "Not Found", headers: { "content-type": { value: "text/plain; charset=utf-8" } }, body: "Not Found" };
  }
  const page = otherSpelling(uri);
  if (page && PLAIN.test(page)) return redirect(308, "/" + page, request.querystring);
  if (uri === "/") request.uri = "/index.html";
  else if (uri.lastIndexOf(".") < uri.lastIndexOf("/")) request.uri = uri + ".html";
  return request;
}
