/**
 * Serves published pages and the app behind it, compressed as static hosts do. Widget pages come from the functions, as
 * the hosts' rules say.
 */
import { createServer, get } from "node:http";
import type { IncomingMessage } from "node:http";
import { gzipSync } from "node:zlib";
import { closeServer, listen } from "@hark/stand-in-kit/listening";

export interface CompressingSite {
  url: string;
  publish(pathname: string, type: string, body: string | Buffer): string;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  body: Buffer;
}

export interface Behind {
  appUrl: string;
  siteUrl: string;
}

export async function openCompressingSite(behind: Behind | null): Promise<CompressingSite> {
  const answers = new Map<string, Answer>();
  const find = async (target: string): Promise<Answer> => {
    const kept = answers.get(target);
    if (kept !== undefined) return kept;
    if (behind === null) return { status: 404, headers: {}, body: Buffer.alloc(0) };
    // Node's fetch sends the Sec-Fetch-Mode of scripts, which get no pages.
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const { appUrl, siteUrl } = behind;
      get((isWidgetPage(target) ? siteUrl : appUrl) + target, resolve).on("error", reject);
    });
    const body = gzipSync(Buffer.concat((await response.toArray()) as Buffer[]));
    const headers: Record<string, string | undefined> = {
      ...(response.headers as Record<string, string>),
      "content-encoding": "gzip",
    };
    const answer = { status: response.statusCode ?? 502, headers, body };
    // Only immutable files are cached.
    if (headers["cache-control"]?.includes("immutable") === true) answers.set(target, answer);
    return answer;
  };
  const server = createServer(({ url = "/" }, response) => {
    void find(url).then(({ status, headers, body }) =>
      response.writeHead(status, { ...headers, "content-length": body.length }).end(body),
    );
  });
  const url = await listen(server, 0);
  return {
    url,
    publish(pathname, type, body) {
      const headers = { "content-type": type, "content-encoding": "gzip" };
      answers.set(pathname, { status: 200, headers, body: gzipSync(body) });
      return url + pathname;
    },
    close: () => closeServer(server),
  };
}

function isWidgetPage(target: string): boolean {
  return /^\/widget\/[^/?]+$/.test(target);
}
