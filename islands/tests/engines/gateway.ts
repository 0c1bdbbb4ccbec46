// A server between a browser and the built site that a test can switch off, or let fail once. Emulation by the browser
// would differ between the engines.
import {
  createServer,
  request as forward,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";

export class Gateway {
  /** Every request so far; `purpose` is the `Sec-Purpose` header. */
  readonly requests: { path: string; purpose: string }[] = [];
  private readonly failing: RegExp[] = [];
  private deploys = 0;

  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  /** @param site the origin of the built site */
  static async open(site: string): Promise<Gateway> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const gateway = new Gateway(
      server,
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    );
    server.on("request", (request, response) => {
      const path = request.url!;
      gateway.requests.push({
        path,
        purpose: String(request.headers["sec-purpose"] ?? ""),
      });
      const failing = gateway.failing.findIndex((pattern) =>
        pattern.test(path),
      );
      if (failing >= 0) {
        gateway.failing.splice(failing, 1);
        response.writeHead(503).end();
        return;
      }
      if (path === "/sw.js" && gateway.deploys > 0) {
        void gateway.answerWithNewWorker(site + path, response);
        return;
      }
      const { method, headers } = request;
      const onward = forward(site + path, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      });
      onward.on("error", () => response.destroy());
      request.pipe(onward);
    });
    return gateway;
  }

  /** The next request to a matching path is answered with status 503. */
  failOnce(pattern: RegExp): void {
    this.failing.push(pattern);
  }

  /** From now on the service worker is another one, as after a deploy. */
  deploy(): void {
    this.deploys += 1;
  }

  private async answerWithNewWorker(
    url: string,
    response: ServerResponse,
  ): Promise<void> {
    const worker = await (await fetch(url)).text();
    response.writeHead(200, {
      "content-type": "text/javascript",
      "cache-control": "no-cache",
    });
    response.end(`${worker}\n// ${this.deploys}`);
  }

  /** From now on no connection is accepted, as without a network. */
  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
