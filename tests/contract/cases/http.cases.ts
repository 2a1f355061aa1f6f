/**
 * Sources: convex, src/server/router.ts (routes); get-convex/convex-backend, crates/local_backend/src/http_actions.rs
 * and crates/isolate/src/environment/action.
 */
import { expect, test } from "vitest";
import { api } from "../app-api.ts";
import type { Suite } from "./suite.ts";

export function httpCases({ backend, isLocal }: Suite): void {
  const text = async (path: string, init?: RequestInit) =>
    (await backend().fetch(path, init)).text();

  test("[H1] an exact path takes precedence over a prefix, and a longer prefix over a shorter one", async () => {
    expect(await text("/below/exact")).toBe("exact");
    expect(await text("/below/deeper/still")).toBe("deeper");
    expect(await text("/below/exact/not")).toBe("/below/exact/not");
    expect(await text("/below/")).toBe("/below/");
  });

  test("[H1] a route responds only to its own method and path", async () => {
    for (const path of ["/below", "/echo/", "/", "/Echo", "/below%2Fexact"]) {
      expect((await backend().fetch(path)).status, path).toBe(404);
    }
    expect((await backend().fetch("/below/exact", { method: "POST" })).status).toBe(404);
    expect((await backend().fetch("/echo", { method: "OPTIONS" })).status).toBe(404);
  });

  test("[H2] an HTTP action sees the whole request", async () => {
    const response = await backend().fetch("/request?q=1&q=two%20words", {
      method: "PUT",
      headers: { "X-Custom": "value" },
      body: new Uint8Array([0, 255]),
    });
    expect(response.headers.get("X-Answer")).toBe("yes");
    expect(response.headers.get("Content-Type")).toContain("application/json");
    expect(await response.json()).toEqual({
      method: "PUT",
      path: "/request",
      query: ["1", "two words"],
      header: "value",
      bytes: [0, 255],
    });
  });

  test("[H2] an HTTP action can respond with bytes and several cookies", async () => {
    const response = await backend().fetch("/bytes");
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 255, 128]);
    expect(response.headers.get("Content-Type")).toBe("application/octet-stream");
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  });

  test("[H2] an HTTP action can redirect", async () => {
    const response = await backend().fetch("/moved", { redirect: "manual" });
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/below/exact"]);
  });

  test("[H2] an HTTP action can read its request as a stream", async () => {
    const body = "a few words ".repeat(1_000);
    expect(await text("/piecewise", { method: "POST", body })).toBe(body);
    expect(await text("/piecewise", { method: "POST" })).toBe("");
  });

  test("[H2] an HTTP action can stream its response", async () => {
    expect(await text("/stream")).toBe("one,two,three");
    const { body } = await backend().fetch("/late");
    const parts = (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
    // The first chunk does not wait for the next.
    expect((await parts.read()).value).toBe("at once,");
    expect((await parts.read()).value).toBe("later");
    expect((await parts.read()).done).toBe(true);
  });

  // crates/function_runner/src/in_process_function_runner.rs `run_http_action`: "The streamer above us has disconnected, so
  // stop running the function".
  test.runIf(isLocal)("[H9] an HTTP action stops when its caller has left", async () => {
    const leaving = new AbortController();
    const response = await backend().fetch("/noted-late", { signal: leaving.signal });
    const reader = (response.body ?? new ReadableStream()).getReader();
    expect(new TextDecoder().decode((await reader.read()).value as Uint8Array)).toBe("at once,");
    leaving.abort();
    // A caller who stays is answered after the moment at which the first one would have been.
    expect(await text("/noted-late")).toBe("at once,later");
    const notes = await backend().query(api.notes.byAuthor, { author: "nobody waits" });
    expect(notes).toHaveLength(1);
  });

  test("[H2] a response that fails midway ends there", async () => {
    const response = await backend().fetch("/cut-off");
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  test("[H3] an HTTP action can run mutations and queries", async () => {
    const response = await backend().fetch("/note", { method: "POST", body: "ada" });
    const { id, count } = (await response.json()) as { id: never; count: number };
    expect(count).toBe(1);
    expect(await backend().query(api.notes.get, { id })).toMatchObject({ author: "ada" });
  });

  test("[H3] an HTTP action can store and read files", async () => {
    const response = await backend().fetch("/file", { method: "POST", body: "content" });
    const id = response.headers.get("X-Storage-Id") as never;
    expect(await response.text()).toBe("content");
    expect(await backend().action(api.files.read, { id })).toBe("content");
  });

  // get-convex/convex-backend, crates/isolate/src/environment/analyze.rs: `run_analyze` looks for functions in every
  // module, and in http.js and crons.js also for routes and crons.
  test("[H3] http.ts may export functions beside the routes", async () => {
    expect(await text("/beside", { method: "POST" })).toBe("from http.ts");
    expect(await backend().query(api.http.greeting, {})).toBe("from http.ts");
    const found = await backend().query(api.notes.byAuthor, { author: "beside routes" });
    expect(found).toHaveLength(1);
  });

  test("[F5] an HTTP action without a token runs without an identity", async () => {
    expect(await text("/who")).toBe("nobody");
  });

  // convex-test passes errors on, and ignores the request's headers.
  if (!isLocal) return;

  test("[F5] an HTTP action runs with the identity of the request's token", async () => {
    const signed = await backend().tokenOf("ada");
    const Authorization = `Bearer ${signed}`;
    expect(await text("/who", { headers: { Authorization } })).toBe("ada");
    expect(await text("/who", { headers: { Authorization: `bearer ${signed}` } })).toBe("ada");
  });

  // get-convex/convex-backend at 94a42c3: `http_any_method` of crates/local_backend/src/http_actions.rs keeps the
  // error, `user_identity` of crates/isolate/src/environment/action/task_executor.rs throws it. The messages are from
  // crates/authentication/src/lib.rs and crates/local_backend/src/authentication.rs.
  test.each([
    ["Bearer nonsense", "Could not parse JWT payload. Check that the token is a valid JWT format"],
    [`Bearer ${unsigned({ sub: "ada" })}`, "Missing issuer claim ('iss') in JWT payload."],
    [`Bearer ${unsigned({ iss: "https://other.example" })}`, "No auth provider found matching"],
    ["Basic YTpi", "Invalid admin key"],
    ["Bearer", "Invalid authentication header"],
    ["Convex not-the-key", "The provided"],
  ])("[F5] getUserIdentity fails in an HTTP action with %s", async (Authorization, words) => {
    const headers = { Authorization };
    expect(await text("/whoOrWhyNot", { headers })).toContain(words);
    expect((await backend().fetch("/who", { headers })).status).toBe(500);
    expect(await text("/whoByQuery", { headers })).toBe("nobody");
    expect(await text("/below/exact", { headers })).toBe("exact");
  });

  test("[F5] getUserIdentity fails in an HTTP action with an expired token", async () => {
    const expired = await backend().tokenOf("ada", { expiresInSeconds: -60 });
    const headers = { Authorization: `Bearer ${expired}` };
    expect(await text("/whoOrWhyNot", { headers })).toMatch(/^Could not validate token/);
    expect(await text("/whoByQuery", { headers })).toBe("nobody");
  });

  // get-convex/convex-backend, crates/application/src/redaction.rs `to_http_response_parts`.
  test.each([
    ["/broken", "Uncaught Error: the inside of it", undefined],
    ["/notAResponse", "Uncaught Error: ", undefined],
    ["/refused", "Uncaught ConvexError: ", { secret: "the inside of it" }],
  ])(
    "[F3] the response to %s contains the error, unless errors are redacted",
    async (path, words, data) => {
      const response = await backend().fetch(path);
      expect(response.status).toBe(500);
      const body = (await response.json()) as { code: string; trace: string; data?: unknown };
      expect(body.code).toMatch(/^\[Request ID: [0-9a-f]{16}\] Server Error: Uncaught /);
      expect(body.code).toContain(words);
      expect(body.code).not.toContain("\n    at ");
      expect(body.trace).toContain(words);
      expect(body.data).toEqual(data);
    },
  );

  // crates/udf/src/http_action.rs `HTTP_ACTION_BODY_LIMIT`.
  test("[H4] an HTTP action's response has at most 20 MiB, and the rest is cut off", async () => {
    const lengthOf = async (sizes: string) => (await text(`/large?sizes=${sizes}`)).length;
    expect(await lengthOf(`${20 * 2 ** 20}`)).toBe(20 * 2 ** 20);
    expect(await lengthOf(`${20 * 2 ** 20 + 1}`)).toBe(0);
    expect(await lengthOf(`5,${20 * 2 ** 20},7`)).toBe(12);
  });

  // npm-packages/docs/docs/production/state/limits.mdx: "There is no specific limit on request size". The layer in
  // crates/local_backend/src/router.rs `http_action_routes` limits axum's extractors, none of which is used here.
  test("[H4] the request of an HTTP action may be larger than its response", async () => {
    const body = new Uint8Array(20 * 2 ** 20 + 1);
    expect(await text("/size", { method: "POST", body })).toBe(String(body.length));
  });

  // crates/isolate/src/environment/action/stream.rs `run_parse_multi_part`, with the messages of the crate multer.
  test("[H4] a form in the request of an HTTP action may have 20 MiB", async () => {
    const send = (length: number) => {
      const head = '--x\r\nContent-Disposition: form-data; name="field"\r\n\r\n';
      const end = "\r\n--x--\r\n";
      const body = `${head}${"a".repeat(length - head.length - end.length)}${end}`;
      const headers = { "Content-Type": "multipart/form-data; boundary=x" };
      return text("/form", { method: "POST", headers, body });
    };
    expect(await send(20 * 2 ** 20)).toBe('["field"]');
    expect(await send(20 * 2 ** 20 + 1)).toBe(
      "Error: invalid multi-part form: 'stream size exceeded limit: 20971520 bytes'",
    );
    const fields = new URLSearchParams({ a: "1", b: "2" });
    expect(await text("/form", { method: "POST", body: fields })).toBe('["a","b"]');
  });

  // crates/common/src/http/mod.rs `ExtractRequestMetadata`.
  test("[H6] the caller's address is the first one in X-Forwarded-For, or else the connection's", async () => {
    const from = (address: string) => text("/address", { headers: { "X-Forwarded-For": address } });
    expect(await text("/address")).toBe("127.0.0.1");
    expect(await from("2001:db8::1 , 10.0.0.1")).toBe("2001:db8::1");
  });

  test("[H1] HEAD gets the response of GET without its body", async () => {
    const response = await backend().fetch("/below/exact", { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("");
  });

  test("[H5] HTTP actions can also be reached below /http on the API's own port", async () => {
    const url = new URL("/http/below/exact", backend().apiUrl);
    expect(await (await fetch(url)).text()).toBe("exact");
  });
}

function unsigned(claims: object): string {
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  return `${encoded({ alg: "RS256" })}.${encoded(claims)}.${encoded({})}`;
}
