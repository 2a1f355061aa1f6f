import { afterEach, describe, expect, test, vi } from "vitest";
import { hostFiles } from "./host-files.ts";
import { securityHeaders } from "./security-headers.ts";
import type { Audience } from "./security-headers.ts";

const ORIGINS = {
  backendUrl: "https://otter-12.convex.cloud",
  siteUrl: "https://otter-12.convex.site",
  voiceUrls: ["https://c.daily.co", "https://*.daily.co"],
};

const PAGES = {
  inline: { scripts: ["'sha256-c2NyaXB0'"], styles: ["'sha256-c3R5bGU='"] },
  button: "<!doctype html><main></main>",
};

interface Vercel {
  rewrites: { source: string; destination: string }[];
  headers: { source: string; headers: { key: string; value: string }[] }[];
}

function vercel(): Vercel {
  return JSON.parse(hostFiles(ORIGINS, PAGES)["vercel.json"] ?? "") as Vercel;
}

test("Netlify and Cloudflare get the same headers as the local server sends", () => {
  const [everything = "", widget = ""] = (hostFiles(ORIGINS, PAGES)._headers ?? "").split("\n\n");
  for (const [audience, text, inline] of [
    ["owners", everything, PAGES.inline],
    ["visitors", widget.replace(/^[^]*! .*\n/, ""), undefined],
  ] as const) {
    const lines = text.split("\n").filter((line) => line.startsWith("  "));
    const expected = Object.entries(securityHeaders(audience, ORIGINS, inline));
    expect(lines).toEqual(
      expect.arrayContaining(expected.map(([name, value]) => `  ${name}: ${value}`)),
    );
  }
});

// T24: docs/security.md
test("the headers that forbid frames are removed for the talk button", () => {
  const [, widget = ""] = (hostFiles(ORIGINS, PAGES)._headers ?? "").split("\n\n");
  expect(widget).toMatch(/^\/widget\/\*\n/);
  expect(widget).toContain("  ! X-Frame-Options\n");
  expect(widget).toContain("  ! Content-Security-Policy\n");
  expect(widget).not.toContain("  X-Frame-Options");
});

test("so does Vercel", () => {
  const [owners, visitors] = vercel().headers;
  const asPairs = (block: Vercel["headers"][number] | undefined) =>
    Object.fromEntries((block?.headers ?? []).map(({ key, value }) => [key, value]));
  expect(asPairs(owners)).toMatchObject(securityHeaders("owners", ORIGINS, PAGES.inline));
  expect(asPairs(visitors)).toMatchObject(securityHeaders("visitors", ORIGINS));
  expect(asPairs(visitors)).not.toHaveProperty("X-Frame-Options");
});

test("all hosts allow the inline scripts and styles of the app's own pages, and none for the talk button", () => {
  const files = hostFiles(ORIGINS, PAGES);
  const [everything = "", widget = ""] = (files._headers ?? "").split("\n\n");
  const named = "script-src 'self' 'sha256-c2NyaXB0'; style-src 'self' 'sha256-c3R5bGU=';";
  expect(everything).toContain(named);
  expect(widget).not.toContain("sha256");
  for (const server of ["servers/nginx.conf", "servers/Caddyfile"]) {
    expect(files[server]).toContain(named);
  }
});

// T24: docs/security.md
test("every host serves the talk page with the headers of visitors' pages", () => {
  const files = hostFiles(ORIGINS, PAGES);
  const [, , talk = ""] = (files._headers ?? "").split("\n\n");
  expect(talk).toMatch(/^\/talk\/\*\n/);
  expect(talk).toContain("  ! X-Frame-Options\n");
  expect(talk).toContain("frame-ancestors *");
  expect(files._redirects).toContain("/talk/* /talk 200\n");
  const { rewrites, headers } = vercel();
  expect(rewrites).toContainEqual({ source: "/talk/:id*", destination: "/talk.html" });
  const [owners] = headers;
  const ofOwners = new RegExp(`^${owners?.source ?? ""}$`);
  expect(["/talk/abc", "/widget/abc", "/talks"].map((path) => ofOwners.test(path))).toEqual([
    false,
    false,
    true,
  ]);
  const talkHeaders = headers.find(({ source }) => source === "/talk/:id*")?.headers ?? [];
  expect(Object.fromEntries(talkHeaders.map(({ key, value }) => [key, value]))).toMatchObject(
    securityHeaders("visitors", ORIGINS),
  );
  const policy = `"${securityHeaders("visitors", ORIGINS)["Content-Security-Policy"]}"`;
  for (const [file, place] of [
    ["servers/nginx.conf", /location \/talk\/ \{[^}]*rewrite \^ \/talk\.html break;/],
    ["servers/Caddyfile", /handle \/talk\/\* \{[^]*?rewrite \* \/talk\.html/],
  ] as const) {
    const [block = ""] = place.exec(files[file] ?? "") ?? [];
    expect(block).toContain(policy);
    expect(block).not.toContain("X-Frame-Options");
  }
});

test("every host serves the talk button's page, the app's routes and files", () => {
  const lines = (hostFiles(ORIGINS, PAGES)._redirects ?? "").trim().split("\n");
  expect(lines[1]).toBe("/widget/* /widget.html 200");
  expect(lines).toContain("/dashboard/* /app 200");
  expect(lines).toContain("/test-embed /app 200");
  // Cloudflare would follow such a rule for scripts and pictures too.
  expect(lines.filter((line) => line.startsWith("/*"))).toEqual([]);
  const rewrites = vercel().rewrites.map(({ source, destination }) => `${source} ${destination}`);
  expect(rewrites.slice(0, 2)).toEqual([
    "/widget/:id /api/talk-button?id=:id",
    "/widget/:id* /widget.html",
  ]);
  expect(rewrites).toContain("/dashboard/:rest* /app.html");
  expect(rewrites.at(-1)).toBe("/:page(login|privacy|terms) /:page.html");
});

test("with another call machine, calls are allowed from its origin only", () => {
  const origins = { ...ORIGINS, voiceUrls: ["http://127.0.0.1:4278"] };
  const headers = hostFiles(origins, PAGES)._headers ?? "";
  expect(headers).toContain("script-src 'self' http://127.0.0.1:4278 blob:");
  expect(headers).not.toContain("daily.co");
});

test("Vercel does not overwrite the headers of a function", () => {
  const [, visitors] = vercel().headers;
  expect(visitors).toMatchObject({ has: [{ type: "query", key: "testing" }] });
});

test("nginx and Caddy serve the fallback page after two seconds", () => {
  const { "servers/nginx.conf": nginx = "", "servers/Caddyfile": caddy = "" } = hostFiles(
    ORIGINS,
    PAGES,
  );
  expect(nginx).toContain("proxy_pass https://otter-12.convex.site;");
  expect(nginx).toMatch(/proxy_connect_timeout 1s;[^]*proxy_read_timeout 1s;/);
  expect(nginx).toMatch(/error_page [\d ]*404 [\d ]*500 [\d ]*502 [\d ]*504 [\d ]*= @fallback;/);
  expect(caddy).toContain("reverse_proxy https://otter-12.convex.site {");
  expect(caddy).toMatch(/dial_timeout 1s\s+response_header_timeout 1s/);
  for (const file of [nginx, caddy]) {
    const owners = securityHeaders("owners", ORIGINS, PAGES.inline);
    const visitors = securityHeaders("visitors", ORIGINS);
    for (const [name, value] of [...Object.entries(owners), ...Object.entries(visitors)]) {
      expect(file).toContain(`${name} "${value}"`);
    }
  }
});

test("nginx caches the page by its URL alone, and forwards no header of a visitor", () => {
  const nginx = hostFiles(ORIGINS, PAGES)["servers/nginx.conf"] ?? "";
  const [, page = ""] = /location ~ \^\/widget\/[^\n]*{\n([^]*?)\n}/.exec(nginx) ?? [];
  expect(page).toContain("proxy_cache hark;");
  expect(page).toContain("proxy_cache_background_update on;");
  expect(page).toContain("proxy_pass_request_headers off;");
  // These would override the page's own Cache-Control.
  expect(page).not.toMatch(/proxy_cache_(use_stale|valid|key)/);
  expect(nginx).toMatch(/^# {3}proxy_cache_path [^;]* keys_zone=hark:/m);
});

interface Context {
  waitUntil(work: Promise<unknown>): void;
}

type Answer = (request: Request, environment?: unknown, context?: Context) => Promise<Response>;

async function loaded(file: string): Promise<Record<string, unknown>> {
  const text = hostFiles(ORIGINS, PAGES)[file] ?? "";
  const address = `data:text/javascript;base64,${Buffer.from(text).toString("base64")}`;
  return (await import(/* @vite-ignore */ address)) as Record<string, unknown>;
}

interface HostFunction {
  host: string;
  load: () => Promise<Answer>;
  address: string;
  /** The header that controls the host's cache, if the host has one in front of its function. */
  cdnHeader: string | null;
}

/** What each host runs for the button `abc`, called as that host calls it. */
const FUNCTIONS: HostFunction[] = [
  {
    host: "Cloudflare Pages",
    load: async () => ((await loaded("_worker.js")).default as { fetch: Answer }).fetch,
    address: "https://hark.example/widget/abc",
    cdnHeader: null,
  },
  {
    host: "Netlify",
    load: async () => (await loaded("netlify/talk-button.js")).default as Answer,
    address: "https://hark.example/widget/abc",
    cdnHeader: "Netlify-CDN-Cache-Control",
  },
  {
    host: "Vercel",
    load: async () => (await loaded("api/talk-button.mjs")).GET as Answer,
    address: "https://hark.example/api/talk-button?id=abc",
    cdnHeader: "Vercel-CDN-Cache-Control",
  },
];

const CACHING = "public, max-age=10, s-maxage=10, stale-while-revalidate=60";
const BROWSER_CACHING = "public, max-age=10, stale-while-revalidate=60";
const PAGE_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": "frame-ancestors *",
  "Cache-Control": CACHING,
  ETag: '"1"',
  "Set-Cookie": "a=b",
};

/** A Cache API like Cloudflare's, for one test: https://developers.cloudflare.com/workers/runtime-apis/cache/. */
function openCache() {
  const stored = new Map<string, { response: Response; until: number }>();
  const works: Promise<unknown>[] = [];
  const cache = {
    match: (address: string) => {
      const { response, until } = stored.get(address) ?? {};
      return Promise.resolve(Date.now() < (until ?? 0) ? response?.clone() : undefined);
    },
    put: (address: string, response: Response) => {
      expect(response.status).toBe(200);
      const seconds = /s-maxage=(\d+)/.exec(response.headers.get("Cache-Control") ?? "")?.[1];
      stored.set(address, { response, until: Date.now() + Number(seconds) * 1_000 });
      return Promise.resolve();
    },
  };
  vi.stubGlobal("caches", { default: cache });
  const context: Context = { waitUntil: (work) => void works.push(work) };
  return { context, stored, settled: () => Promise.all(works) };
}

describe.each(FUNCTIONS)("the function for $host", ({ load, address, cdnHeader }) => {
  afterEach(() => vi.unstubAllGlobals());

  async function answerTo(
    behind: (url: string, init: RequestInit) => Promise<Response>,
    init: RequestInit = {},
    asked = address,
  ): Promise<Response> {
    vi.stubGlobal("fetch", behind);
    const { context, settled } = openCache();
    const answer = await load();
    const response = await answer(new Request(asked, init), {}, context);
    await settled();
    return response;
  }

  async function expectFallback(response: Response): Promise<void> {
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(PAGES.button);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-security-policy": securityHeaders("visitors", ORIGINS)["Content-Security-Policy"],
      "cache-control": "no-cache",
    });
    expect(response.headers.has("x-frame-options")).toBe(false);
    expect([...response.headers.keys()].filter((name) => name.includes("cdn"))).toEqual([]);
  }

  test("returns the widget page with its headers", async () => {
    const asked: string[] = [];
    const response = await answerTo((url) => {
      asked.push(url);
      return Promise.resolve(new Response("page", { headers: PAGE_HEADERS }));
    });
    expect(asked).toEqual(["https://otter-12.convex.site/widget/abc"]);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("page");
    const { "Set-Cookie": _, "Cache-Control": __, ...passedOn } = PAGE_HEADERS;
    for (const [name, value] of Object.entries(passedOn)) {
      expect(response.headers.get(name)).toBe(value);
    }
    expect(response.headers.has("set-cookie")).toBe(false);
  });

  test.each(["GET", "HEAD"])(
    "tells browsers and the host's cache how long to cache it (%s)",
    async (method) => {
      const servePage = () => Promise.resolve(new Response("page", { headers: PAGE_HEADERS }));
      const response = await answerTo(servePage, { method });
      expect(response.status).toBe(200);
      expect(await response.text()).toBe(method === "HEAD" ? "" : "page");
      expect(response.headers.get("cache-control")).toBe(BROWSER_CACHING);
      if (cdnHeader !== null) expect(response.headers.get(cdnHeader)).toBe(CACHING);
    },
  );

  test("lets no cache keep a private response", async () => {
    const headers = { ...PAGE_HEADERS, "Cache-Control": "private, max-age=10" };
    const response = await answerTo(() => Promise.resolve(new Response("page", { headers })));
    expect(response.headers.get("cache-control")).toBe("private, max-age=10");
    if (cdnHeader !== null) expect(response.headers.get(cdnHeader)).toBe("private, max-age=10");
  });

  test("requests the whole page, whatever headers the visitor sends", async () => {
    const headers = {
      "If-None-Match": '"0"',
      Referer: "https://shop.example/",
      Cookie: "a=b",
      Authorization: "Bearer c",
    };
    const response = await answerTo(
      (_url, init) => {
        expect(init.method ?? "GET").toBe("GET");
        expect([...new Headers(init.headers)]).toEqual([]);
        return Promise.resolve(new Response("page", { headers: PAGE_HEADERS }));
      },
      { headers },
    );
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("page");
  });

  test("a 304 of the functions is replaced by the fallback page", async () => {
    await expectFallback(
      await answerTo(() =>
        Promise.resolve(new Response(null, { status: 304, headers: PAGE_HEADERS })),
      ),
    );
  });

  test.each([301, 404, 429, 500, 503])("a %i is replaced by the fallback page", async (status) => {
    await expectFallback(
      await answerTo(() => Promise.resolve(new Response("no such page", { status }))),
    );
  });

  test("so is an unreachable backend", async () => {
    await expectFallback(await answerTo(() => Promise.reject(new TypeError("fetch failed"))));
  });

  test("and a backend that does not answer within two seconds", async () => {
    const limits: number[] = [];
    vi.stubGlobal("AbortSignal", {
      timeout: (ms: number) => {
        limits.push(ms);
        return AbortSignal.abort(new DOMException("simulated timeout", "TimeoutError"));
      },
    });
    await expectFallback(
      await answerTo((_url, { signal }) => {
        signal?.throwIfAborted();
        return Promise.resolve(new Response("too late"));
      }),
    );
    expect(limits).toEqual([2_000]);
  });

  test("an ID that is not valid UTF-8 gets the fallback page", async () => {
    const asked = vi.fn(() => Promise.resolve(new Response("", { status: 404 })));
    await expectFallback(await answerTo(asked, {}, address.replace("abc", "%E0")));
  });

  test("a test page gets the fallback page without a request to the functions", async () => {
    const separator = address.includes("?") ? "&" : "?";
    const asked = `${address}${separator}testing=true`;
    await expectFallback(await answerTo(() => Promise.reject(new Error("asked")), {}, asked));
  });
});

test("Netlify caches a function's response only if it is told to", async () => {
  expect((await loaded("netlify/talk-button.js")).config).toMatchObject({ cache: "manual" });
});

describe("Cloudflare's function caches the page", () => {
  const ADDRESS = "https://hark.example/widget/abc";

  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  /** The worker of one data center, with functions that number their pages. */
  async function openWorker(headers: Record<string, string> = PAGE_HEADERS) {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { context, settled, stored } = openCache();
    const functions = { requests: 0, areAway: false };
    vi.stubGlobal("fetch", () => {
      functions.requests += 1;
      return functions.areAway
        ? Promise.reject(new TypeError("fetch failed"))
        : Promise.resolve(new Response(`page ${functions.requests}`, { headers }));
    });
    const worker = (await loaded("_worker.js")).default as { fetch: Answer };
    const view = async (init: RequestInit = {}, address = ADDRESS) => {
      const response = await worker.fetch(new Request(address, init), {}, context);
      await settled().catch(() => undefined);
      return response;
    };
    const textOf = async (init?: RequestInit) => await (await view(init)).text();
    const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000);
    return { functions, pass, stored, textOf, view };
  }

  test("and requests it once in ten seconds, however many view it", async () => {
    const { functions, pass, textOf, view } = await openWorker();
    expect(await textOf({ headers: { Cookie: "a=b" } })).toBe("page 1");
    pass(9);
    expect(await textOf({ headers: { Authorization: "Bearer c" } })).toBe("page 1");
    const kept = await view({ method: "HEAD" });
    expect(functions.requests).toBe(1);
    const { "Set-Cookie": _, ...expected } = { ...PAGE_HEADERS, "Cache-Control": BROWSER_CACHING };
    const names = Object.keys(expected).map((name) => name.toLowerCase());
    expect([...kept.headers.keys()].sort()).toEqual(names.sort());
    for (const [name, value] of Object.entries(expected))
      expect(kept.headers.get(name)).toBe(value);
  });

  test("and shows it for another minute while a new one is fetched, or cannot be fetched", async () => {
    const { functions, pass, textOf } = await openWorker();
    expect(await textOf()).toBe("page 1");
    pass(11);
    expect(await textOf()).toBe("page 1");
    expect(await textOf()).toBe("page 2");
    functions.areAway = true;
    pass(69);
    expect(await textOf()).toBe("page 2");
    pass(2);
    expect(await textOf()).toBe(PAGES.button);
  });

  test("and sends a 304 if the browser has this version", async () => {
    const { functions, stored, view } = await openWorker();
    for (const tag of ['"1"', 'W/"1"']) {
      const response = await view({ headers: { "If-None-Match": tag } });
      expect(response.status).toBe(304);
      expect(response.headers.get("cache-control")).toBe(BROWSER_CACHING);
    }
    expect(functions.requests).toBe(1);
    expect(stored.get(ADDRESS)?.response.status).toBe(200);
    const response = await view({ headers: { "If-None-Match": '"0"' } });
    expect(await response.text()).toBe("page 1");
  });

  test("but neither a private page nor the fallback page", async () => {
    const { stored, view } = await openWorker({
      ...PAGE_HEADERS,
      "Cache-Control": "private, max-age=10",
    });
    await view();
    await view({}, `${ADDRESS}?testing=true`);
    expect(stored.size).toBe(0);
    const { functions, stored: none, textOf } = await openWorker();
    functions.areAway = true;
    expect(await textOf()).toBe(PAGES.button);
    expect(none.size).toBe(0);
  });
});

const TURNSTILE_URL = "https://challenges.cloudflare.com";

test("Turnstile is allowed for the talk button and the landing page alone, if it is set up", () => {
  const policyOf = (audience: Audience, turnstileUrl: string | null) =>
    securityHeaders(audience, { ...ORIGINS, turnstileUrl })["Content-Security-Policy"] ?? "";
  for (const audience of ["visitors", "landing"] as const) {
    expect(policyOf(audience, TURNSTILE_URL)).toMatch(
      /script-src [^;]* https:\/\/challenges\.cloudflare\.com; .*; frame-src 'self' https:\/\/challenges\.cloudflare\.com$/,
    );
  }
  const others = [policyOf("owners", TURNSTILE_URL), policyOf("visitors", null)];
  for (const policy of [...others, policyOf("landing", null)]) {
    expect(policy).not.toContain("cloudflare");
    expect(policy).not.toContain("frame-src");
  }
  expect(policyOf("landing", null)).toBe(policyOf("owners", null));
});

test("with Turnstile, each host has headers of its own for the landing page, and without it none", () => {
  const origins = { ...ORIGINS, turnstileUrl: TURNSTILE_URL };
  const files = hostFiles(origins, PAGES);
  const policy = securityHeaders("landing", origins, PAGES.inline)["Content-Security-Policy"] ?? "";
  expect(files._headers).toContain("  ! X-Frame-Options\n");
  expect(files._headers).toMatch(/^\/\n( {2}! .*\n)+ {2}Content-Security-Policy: /m);
  expect(files._headers).toContain(`  Content-Security-Policy: ${policy}\n`);
  const { headers } = JSON.parse(files["vercel.json"] ?? "") as Vercel;
  const root = headers.filter(({ source }) => new RegExp(`^${source}$`).test("/"));
  expect(root.map((block) => block.source)).toEqual(["/"]);
  expect(root[0]?.headers).toContainEqual({ key: "Content-Security-Policy", value: policy });
  const others = headers.filter(({ source }) => new RegExp(`^${source}$`).test("/login"));
  expect(others).toHaveLength(1);
  const nginx = files["servers/nginx.conf"] ?? "";
  const [, page = ""] = /\nlocation = \/ {\n([^]*?)\n}/.exec(nginx) ?? [];
  expect(page).toContain(`Content-Security-Policy "${policy}"`);
  expect(page).toContain("X-Frame-Options");
  const [, handled = ""] = /\nhandle \/ {\n([^]*?)\n}/.exec(files["servers/Caddyfile"] ?? "") ?? [];
  expect(handled).toContain(`Content-Security-Policy "${policy}"`);
  const without = hostFiles(ORIGINS, PAGES);
  expect(without._headers).not.toMatch(/^\/$/m);
  expect(without["servers/nginx.conf"]).not.toContain("location = / {");
  expect(without["servers/Caddyfile"]).not.toContain("handle / {");
});
