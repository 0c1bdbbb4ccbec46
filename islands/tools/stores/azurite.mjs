// Starts Azurite, the emulator of Azure's storage, with one container, and runs a command that finds it in its
// environment. usage: node azurite.mjs COMMAND [ARGUMENT...]
import { createHmac } from "node:crypto";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createRequire } from "node:module";
import { runWithStore } from "./run.mjs";

const CONTAINER = "site";
// The account and key that the documentation of every Azurite has.
const ACCOUNT = "devstoreaccount1";
const KEY =
  "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

const listener = createServer().listen(0, "127.0.0.1");
await once(listener, "listening");
const { port } = listener.address();
listener.close();
await once(listener, "close");
const url = `http://127.0.0.1:${port}`;

const program = createRequire(import.meta.url).resolve(
  "azurite/dist/src/blob/main.js",
);
const options = [
  "--inMemoryPersistence",
  "--disableTelemetry",
  "--skipApiVersionCheck",
  "--silent",
];
const azurite = spawn(
  process.execPath,
  [program, ...options, "--blobPort", String(port)],
  {
    stdio: ["ignore", "pipe", "inherit"],
  },
);
process.on("exit", () => azurite.kill());
await new Promise((resolve, reject) => {
  azurite.on("exit", () => reject(new Error("Azurite did not start")));
  azurite.stdout.on(
    "data",
    (text) => String(text).includes("successfully listens") && resolve(),
  );
});

// Shared Key authorization of the Blob service, for the operation Create Container.
const date = new Date().toUTCString();
const version = "2021-12-02";
const resource = `/${ACCOUNT}/${ACCOUNT}/${CONTAINER}\nrestype:container`;
const toSign = `PUT${"\n".repeat(12)}x-ms-date:${date}\nx-ms-version:${version}\n${resource}`;
const signature = createHmac("sha256", Buffer.from(KEY, "base64"))
  .update(toSign)
  .digest("base64");
const created = await fetch(
  `${url}/${ACCOUNT}/${CONTAINER}?restype=container`,
  {
    method: "PUT",
    headers: {
      authorization: `SharedKey ${ACCOUNT}:${signature}`,
      "x-ms-date": date,
      "x-ms-version": version,
    },
  },
);
if (!created.ok)
  throw new Error(
    `cannot create the container: ${created.status} ${await created.text()}`,
  );

await runWithStore({
  STORE_URL: `az://${CONTAINER}`,
  AZURE_STORAGE_USE_EMULATOR: "true",
  AZURITE_BLOB_STORAGE_URL: url,
});
