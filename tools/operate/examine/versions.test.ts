import { createServer, type Server } from "node:http";
import { closeServer, listen } from "@hark/stand-in-kit/listening";
import { afterEach, expect, test } from "vitest";
import { examineVersions } from "./versions.ts";

const servers: Server[] = [];
afterEach(() => Promise.all(servers.splice(0).map(closeServer)));

interface Out {
  /** Null if there is no such file. */
  functions: string | null;
  app: string | null;
  button: string | null;
}

/** The functions and the app's host in one, as a host that shows a page for everything that it does not have. */
async function serve({ functions, app, button }: Out): Promise<string> {
  const json = (version: string | null) => (version === null ? null : JSON.stringify({ version }));
  const files = new Map([
    ["/v1/version", json(functions)],
    ["/version.json", json(app)],
    ["/embed.js", button === null ? null : `/*! Hark ${button} */\n(function(){})()`],
  ]);
  const server = createServer((request, response) => {
    response.end(files.get(request.url ?? "") ?? "<!doctype html><title>Hark</title>");
  });
  servers.push(server);
  return await listen(server, 0);
}

async function examined(out: Out) {
  const url = await serve(out);
  return await examineVersions({
    variables: { SITE_URL: url },
    facts: { siteUrl: url },
    timeoutMs: 20_000,
  });
}

test("versions that differ in the last number fit, and the doctor says which are out", async () => {
  expect(await examined({ functions: "1.2.0", app: "1.2.1", button: "1.2.0" })).toEqual([
    {
      topic: "versions",
      verdict: "ok",
      code: "versions",
      message: "The versions fit: functions 1.2.0, app 1.2.1, talk button 1.2.0.",
    },
  ]);
});

test.each<[what: string, out: Out, codes: string[], fix: RegExp]>([
  [
    "an app and a talk button of the release before",
    { functions: "1.2.0", app: "1.1.0", button: "1.1.4" },
    ["app-older", "talk-button-older"],
    /upload the folder dist/,
  ],
  [
    "an app that was uploaded before the functions were pushed",
    { functions: "1.2.0", app: "1.3.0", button: "1.3.0" },
    ["app-newer", "talk-button-newer"],
    /^Push the functions .*npm run deploy/,
  ],
  [
    "a talk button that a cache has kept",
    { functions: "1.2.0", app: "1.2.0", button: "1.1.0" },
    ["talk-button-older"],
    /empty the caches/,
  ],
  [
    "an app from before there were versions",
    { functions: "1.2.0", app: null, button: null },
    ["app-version", "talk-button-version"],
    /upload the folder dist/,
  ],
  [
    "functions from before there were versions",
    { functions: null, app: "1.2.0", button: "1.2.0" },
    ["functions-version"],
    /^Push the functions/,
  ],
])("%s: the doctor says what to run", async (_, out, codes, fix) => {
  const findings = await examined(out);
  expect(findings.map(({ code }) => code)).toEqual(codes);
  for (const finding of findings) {
    expect(finding.verdict).toBe("unknown");
    expect(finding.fix).toMatch(fix);
  }
});

test("functions that cannot be reached do not tell their version", async () => {
  const [finding] = await examineVersions({
    variables: { SITE_URL: "http://127.0.0.1:9" },
    facts: { siteUrl: "http://127.0.0.1:9" },
    timeoutMs: 20_000,
  });
  expect(finding).toMatchObject({ code: "functions-version", verdict: "unknown" });
});
