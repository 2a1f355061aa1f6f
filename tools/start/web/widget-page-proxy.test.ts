import { expect, onTestFinished, test } from "vitest";
import type { RequestHandler } from "@hark/stand-in-kit/front-door";
import { openAppServer } from "./app-server.ts";
import { proxyWidgetPages } from "./widget-page-proxy.ts";

/** An app server that proxies to these functions, and answers "other" to everything else. */
async function appBefore(functions: RequestHandler): Promise<string> {
  const behind = await openAppServer(0, console.error);
  behind.use(functions);
  const app = await openAppServer(0, console.error);
  app.use(proxyWidgetPages(behind.url, (_request, response) => void response.end("other")));
  onTestFinished(async () => {
    await app.close();
    await behind.close();
  });
  return app.url;
}

const CACHING = "public, max-age=10, s-maxage=10, stale-while-revalidate=60";

const SERVE_PAGE: RequestHandler = ({ url, headers }, response) => {
  const known = headers["if-none-match"] === '"1"';
  response.writeHead(known ? 304 : 200, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": "frame-ancestors *",
    "Cache-Control": CACHING,
    ETag: '"1"',
    "Convex-Request-Id": "1",
  });
  response.end(known ? undefined : `page of ${url}`);
};

test("the widget page comes from the functions, with only the listed headers", async () => {
  const response = await fetch(`${await appBefore(SERVE_PAGE)}/widget/abc`);
  expect(await response.text()).toBe("page of /widget/abc");
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "frame-ancestors *",
    "cache-control": CACHING,
    etag: '"1"',
  });
  expect(response.headers.has("convex-request-id")).toBe(false);
});

test("a page that the browser has cached is not sent again", async () => {
  const url = await appBefore(SERVE_PAGE);
  const response = await fetch(`${url}/widget/abc`, { headers: { "If-None-Match": '"1"' } });
  expect(response.status).toBe(304);
  expect(await response.text()).toBe("");
});

test("the functions receive no header of the visitor's request except If-None-Match", async () => {
  const url = await appBefore(({ headers }, response) => {
    const { host: _, connection: __, ...passed } = headers;
    response.end(JSON.stringify(passed));
  });
  const headers = {
    "If-None-Match": '"1"',
    Referer: "https://shop.example/",
    Cookie: "a=b",
    Authorization: "Bearer c",
  };
  const response = await fetch(`${url}/widget/abc`, { headers });
  expect(await response.json()).toEqual({ "if-none-match": '"1"' });
});

test.each(["/widget/abc?testing=true", "/widget", "/widget/a/b", "/dashboard"])(
  "%s is not proxied",
  async (path) => {
    const url = await appBefore(SERVE_PAGE);
    expect(await (await fetch(url + path)).text()).toBe("other");
  },
);

test.each([301, 404, 429, 500, 503])("a %i is replaced by the fallback page", async (status) => {
  const url = await appBefore((_request, response) => {
    response.writeHead(status, { Location: "/" }).end("an error page");
  });
  expect(await (await fetch(`${url}/widget/abc`)).text()).toBe("other");
});

test("so is a broken connection, and no response within two seconds", async () => {
  const hangsUp = await appBefore((request) => void request.socket.destroy());
  expect(await (await fetch(`${hangsUp}/widget/abc`)).text()).toBe("other");
  const startedAt = performance.now();
  const silent = await appBefore(() => undefined);
  expect(await (await fetch(`${silent}/widget/abc`)).text()).toBe("other");
  expect(performance.now() - startedAt).toBeGreaterThan(1_900);
});
