import { expect, onTestFinished, test } from "vitest";
import type { RequestHandler } from "@hark/stand-in-kit/front-door";
import { openAppServer } from "./app-server.ts";
import { withDrawnButton } from "./button-proxy.ts";

/** The app with these functions behind it, where everything else is "other". */
async function appBefore(functions: RequestHandler): Promise<string> {
  const behind = await openAppServer(0, console.error);
  behind.use(functions);
  const app = await openAppServer(0, console.error);
  app.use(withDrawnButton(behind.url, (_request, response) => void response.end("other")));
  onTestFinished(async () => {
    await app.close();
    await behind.close();
  });
  return app.url;
}

const CACHING = "public, max-age=10, s-maxage=10, stale-while-revalidate=60";

const DRAWN: RequestHandler = ({ url, headers }, response) => {
  const known = headers["if-none-match"] === '"1"';
  response.writeHead(known ? 304 : 200, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": "frame-ancestors *",
    "Cache-Control": CACHING,
    ETag: '"1"',
    "Convex-Request-Id": "1",
  });
  response.end(known ? undefined : `drawn ${url}`);
};

test("a button's page is the functions' one, with its headers and nothing else of theirs", async () => {
  const response = await fetch(`${await appBefore(DRAWN)}/widget/abc`);
  expect(await response.text()).toBe("drawn /widget/abc");
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "frame-ancestors *",
    "cache-control": CACHING,
    etag: '"1"',
  });
  expect(response.headers.has("convex-request-id")).toBe(false);
});

test("what the browser has already is not sent again", async () => {
  const url = await appBefore(DRAWN);
  const response = await fetch(`${url}/widget/abc`, { headers: { "If-None-Match": '"1"' } });
  expect(response.status).toBe(304);
  expect(await response.text()).toBe("");
});

test("the functions learn nothing of a visitor but what the browser has already", async () => {
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
  "%s is not asked for there",
  async (path) => {
    const url = await appBefore(DRAWN);
    expect(await (await fetch(url + path)).text()).toBe("other");
  },
);

test.each([301, 404, 429, 500, 503])("a %i has the other page come", async (status) => {
  const url = await appBefore((_request, response) => {
    response.writeHead(status, { Location: "/" }).end("an error page");
  });
  expect(await (await fetch(`${url}/widget/abc`)).text()).toBe("other");
});

test("so does one who hangs up, or says nothing within two seconds", async () => {
  const hangsUp = await appBefore((request) => void request.socket.destroy());
  expect(await (await fetch(`${hangsUp}/widget/abc`)).text()).toBe("other");
  const startedAt = performance.now();
  const silent = await appBefore(() => undefined);
  expect(await (await fetch(`${silent}/widget/abc`)).text()).toBe("other");
  expect(performance.now() - startedAt).toBeGreaterThan(1_900);
});
