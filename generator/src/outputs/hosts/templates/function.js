// Addresses of {{ host }} on CloudFront (runtime cloudfront-js-2.0), written by `site host-files`; do not edit.

// Addresses that moved: folder, extension, target, and the names of the files.
const MOVED = [
{% for group in moved %}
  [{{ group.folder | quoted }}, {{ group.extension | quoted }}, {{ group.to | quoted }}, {{ group.names }}],
{% endfor %}
];

/** The new path of an address that moved. */
function moved(uri) {
  const slash = uri.lastIndexOf("/") + 1;
  const dot = uri.lastIndexOf(".");
  const end = dot > slash ? dot : uri.length;
  const found = MOVED.find(
    (group) => group[0] === uri.slice(0, slash) && group[1] === uri.slice(end) && group[3].includes(uri.slice(slash, end)),
  );
  return found && found[2];
}

/** A redirect that keeps the query. */
function redirect(status, path, query) {
  const pairs = [];
  for (const name in query) {
    const values = query[name].multiValue || [query[name]];
    values.forEach((item) => pairs.push(item.value === "" ? name : name + "=" + item.value));
  }
  const location = pairs.length > 0 ? path + "?" + pairs.join("&") : path;
  return { statusCode: status, statusDescription: "Moved Permanently", headers: { location: { value: location } } };
}

function handler(event) {
  const request = event.request;
  const uri = request.uri;
  const target = moved(uri);
  if (target) return redirect({{ status }}, target, request.querystring);
  // A browser would read a path with two leading slashes as another host.
  if (uri.length > 1 && uri.endsWith("/")) return redirect(308, "/" + uri.replace(/^\/+|\/+$/g, ""), request.querystring);
  if (uri.endsWith(".html")) return redirect(308, "/" + uri.replace(/^\/+|(\/index)?\.html$/g, ""), request.querystring);
  if (/\/[._]/.test(uri) && !uri.startsWith("/.well-known/")) {
    return { statusCode: 404, statusDescription: "Not Found", headers: { "content-type": { value: "text/plain; charset=utf-8" } }, body: "Not Found" };
  }
  if (uri === "/") request.uri = "/index.html";
  else if (uri.lastIndexOf(".") < uri.lastIndexOf("/")) request.uri = uri + ".html";
  return request;
}
