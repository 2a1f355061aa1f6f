import type { ServerResponse } from "node:http";
import { openFrontDoor } from "@hark/stand-in-kit/front-door";
import type { RequestHandler, UpgradeHandler } from "@hark/stand-in-kit/front-door";
import type { StaticSite } from "./static-site.ts";

export interface AppServer {
  url: string;
  /** Sets the handler. Until the first call, every response tells the browser to try again. */
  use(handler: RequestHandler, upgradeHandler?: UpgradeHandler): void;
  close(): Promise<void>;
}

/** Opens the port before there is anything to serve, so that a port in use is noticed at once. */
export async function openAppServer(
  port: number,
  onError: (error: unknown) => void,
): Promise<AppServer> {
  const door = await openFrontDoor({ port, onError });
  door.serve(sendStartingPage);
  return {
    url: door.url,
    use: (handler, upgradeHandler) => door.serve(handler, upgradeHandler),
    close: () => door.close(),
  };
}

export function serveStaticSite(site: StaticSite): RequestHandler {
  return ({ method = "GET", headers }, response, { pathname, search }) => {
    const answer = site({ method, target: pathname + search, headers });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  };
}

function sendStartingPage(_request: unknown, response: ServerResponse): void {
  response
    .writeHead(503, {
      "Content-Type": "text/html; charset=utf-8",
      "Retry-After": "1",
      Refresh: "1",
    })
    .end("<!doctype html><title>Hark</title><p>Hark is starting.</p>\n");
}
