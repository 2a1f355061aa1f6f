import { expect, onTestFinished, test } from "vitest";
import { openAppServer, serveStaticSite } from "./app-server.ts";
import type { SiteRequest } from "./static-site.ts";

async function openServer() {
  const app = await openAppServer(0, console.error);
  onTestFinished(() => app.close());
  return app;
}

test("the browser is told to try again until the app is ready", async () => {
  const app = await openServer();
  const response = await fetch(app.url);
  expect(response.status).toBe(503);
  expect(response.headers.get("refresh")).toBe("1");
});

test("a request is passed to the site unchanged", async () => {
  const app = await openServer();
  const requests: SiteRequest[] = [];
  app.use(
    serveStaticSite((request) => {
      requests.push(request);
      return { status: 200, headers: { "X-Test": "1" }, body: Buffer.from("hello") };
    }),
  );
  const response = await fetch(`${app.url}/a%20b?c=d`);
  expect(await response.text()).toBe("hello");
  expect(response.headers.get("x-test")).toBe("1");
  expect(requests).toMatchObject([{ method: "GET", target: "/a%20b?c=d" }]);
});

test("the error names a port that is in use", async () => {
  const app = await openServer();
  const port = Number(new URL(app.url).port);
  await expect(openAppServer(port, console.error)).rejects.toMatchObject({
    code: "EADDRINUSE",
    port,
  });
});

test("closing does not wait for open connections", async () => {
  const app = await openAppServer(0, console.error);
  const arrival = new Promise<void>((resolve) => app.use(() => resolve()));
  const pending = fetch(app.url).catch(() => "closed");
  await arrival;
  await app.close();
  expect(await pending).toBe("closed");
});
