// The calls of Google Cloud Storage's XML API that a publication makes, in memory, and a command that finds the store in
// its environment. It follows https://cloud.google.com/storage/docs/xml-api (objects with generations, preconditions,
// copies, lists in pages), because no emulator has all of these calls.
// usage: node google.mjs COMMAND [ARGUMENT...]
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { runWithStore } from "./run.mjs";

/** As many as Google lists in one page. */
const PAGE = 1000;
/** What an object keeps of the request that wrote it. */
const KEPT =
  /^(content-type|cache-control|content-disposition|x-goog-meta-.+)$/;

/** By name below the bucket: { bytes, headers }. */
const objects = new Map();
let generation = 0;

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const {
    status,
    headers = {},
    body = "",
  } = answer(request, Buffer.concat(chunks));
  // The length of a HEAD is that of the object.
  response.writeHead(status, {
    "content-length": Buffer.byteLength(body),
    ...headers,
  });
  response.end(body);
});

function answer({ method, url, headers }, bytes) {
  const { pathname, searchParams } = new URL(url, "http://store");
  const name = decodeURIComponent(pathname).replace(/^\/[^/]*\/?/, "");
  if (!name && method === "GET") return list(searchParams);
  const known = objects.get(name);
  const expected = headers["x-goog-if-generation-match"];
  // 0 stands for an object that does not exist.
  if (
    expected !== undefined &&
    expected !== String(known?.headers["x-goog-generation"] ?? 0)
  )
    return { status: 412 };
  const source = headers["x-goog-copy-source"];
  if (method === "PUT" && source !== undefined) {
    const copied = objects.get(
      decodeURIComponent(source).replace(/^[^/]*\//, ""),
    );
    return copied
      ? {
          ...store(name, copied.bytes, copied.headers),
          body: "<CopyObjectResult/>",
        }
      : { status: 404 };
  }
  if (method === "PUT") return store(name, bytes, headers);
  if (!known) return { status: 404 };
  if (method === "DELETE") {
    objects.delete(name);
    return { status: 204 };
  }
  const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "");
  if (range) throw new Error("a publication reads whole objects");
  const length = { "content-length": known.bytes.length };
  return {
    status: 200,
    headers: { ...known.headers, ...length },
    body: method === "HEAD" ? "" : known.bytes,
  };
}

function store(name, bytes, headers) {
  const version = {
    etag: `"${createHash("md5").update(bytes).digest("hex")}"`,
    "last-modified": new Date().toUTCString(),
    "x-goog-generation": String((generation += 1)),
  };
  const kept = Object.entries(headers).filter(([header]) => KEPT.test(header));
  objects.set(name, {
    bytes,
    headers: { ...Object.fromEntries(kept), ...version },
  });
  return { status: 200, headers: version };
}

/** A page of names in their order, from the one in the token. */
function list(query) {
  const after = query.get("continuation-token") ?? "";
  const names = [...objects.keys()]
    .filter((name) => name.startsWith(query.get("prefix") ?? ""))
    .sort();
  const rest = names.filter((name) => name >= after);
  const contents = rest.slice(0, PAGE).map((name) => {
    const { bytes, headers } = objects.get(name);
    const modified = new Date(headers["last-modified"]).toISOString();
    return `<Contents>${element("Key", name)}${element("Size", bytes.length)}${element("ETag", headers.etag)}${element("LastModified", modified)}</Contents>`;
  });
  const next =
    rest.length > PAGE ? element("NextContinuationToken", rest[PAGE]) : "";
  return {
    status: 200,
    body: `<ListBucketResult>${contents.join("")}${next}</ListBucketResult>`,
  };
}

function element(name, value) {
  const escaped = String(value).replace(
    /[&<>"]/g,
    (letter) => `&#${letter.charCodeAt(0)};`,
  );
  return `<${name}>${escaped}</${name}>`;
}

server.listen(0, "127.0.0.1", () =>
  runWithStore({
    STORE_URL: "gs://site",
    GOOGLE_BASE_URL: `http://127.0.0.1:${server.address().port}`,
    GOOGLE_BEARER_TOKEN: "test",
  }),
);
