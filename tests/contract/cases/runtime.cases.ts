/**
 * Sources in get-convex/convex-backend: crates/isolate/src/environment/udf/mod.rs (what queries and mutations may not
 * use), crates/database/src/reads.rs and writes.rs (limits of transactions), crates/common/src/knobs.rs.
 */
import { createServer } from "node:http";
import type { Value } from "convex/values";
import { expect, test } from "vitest";
import { closeServer, listen } from "@hark/stand-in-kit/listening";
import { api } from "../app-api.ts";
import type { Suite } from "./suite.ts";

const FORBIDDEN = ["fetch", "setTimeout", "setInterval"] as const;

export function runtimeCases({ backend, isLocal }: Suite): void {
  test("[R1] an action reaches the network", async () => {
    const server = createServer((request, response) => {
      response.statusCode = 201;
      request.pipe(response);
    });
    const address = await listen(server, 0);
    try {
      const url = backend().forFunctions(address);
      await backend().setVariable("REACHED_URL", url);
      expect(await backend().action(api.runtime.fetchInAction, { url })).toEqual({
        status: 201,
        text: "ping",
      });
    } finally {
      await closeServer(server);
    }
  });

  test.runIf(isLocal)("[R7] an action reaches only public addresses", async () => {
    const requested: unknown[] = [];
    const server = createServer((request, response) => {
      requested.push(request.url);
      response.end();
    });
    const { port } = new URL(await listen(server, 0));
    try {
      for (const host of ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "169.254.169.254"]) {
        const url = `http://${host}:${port}/`;
        const fetched = backend().action(api.runtime.fetchInAction, { url });
        await expect(fetched, host).rejects.toThrow();
      }
      expect(requested).toEqual([]);
    } finally {
      await closeServer(server);
    }
  });

  test("[R1] time passes in an action", async () => {
    const waited = await backend().action(api.runtime.actionTime, { waitMs: 30 });
    expect(waited).toBeGreaterThanOrEqual(25);
  });

  test.each(FORBIDDEN)("[F2] %s is refused in queries and mutations", async (what) => {
    const { reachInQuery, reachInMutation } = api.runtime;
    await expect(backend().query(reachInQuery, { what })).rejects.toThrow(what);
    await expect(backend().mutation(reachInMutation, { what })).rejects.toThrow(what);
  });

  test("[F2] a refusal can be caught", async () => {
    expect(await backend().mutation(api.runtime.catchRefusal, {})).toBe("refused");
    expect(await backend().query(api.notes.byAuthor, { author: "caught" })).toHaveLength(1);
  });

  test("[F7] functions have the web's usual globals", async () => {
    expect(await backend().query(api.runtime.webGlobals, {})).toEqual({
      sha256: "ba7816bf",
      base64: "aGk=",
      url: "d",
      uuid: 36,
      copy: { deep: [1] },
      header: "b",
    });
  });

  test("[F2] a query has no means to write", async () => {
    expect(await backend().query(api.runtime.queryCannotWrite, {})).toBe("no insert");
  });

  test("[D4] functions read the deployment's current environment variables", async () => {
    const name = "CONTRACT_GREETING";
    const read = () => backend().query(api.runtime.variable, { name });
    await backend().setVariable(name, undefined);
    expect(await read()).toBeNull();
    await backend().setVariable(name, "hello world");
    expect(await read()).toBe("hello world");
    await backend().setVariable(name, "");
    expect(await read()).toBe("");
    await backend().setVariable(name, undefined);
    expect(await read()).toBeNull();
  });

  test("[T7] a transaction can read its usage of the limits", async () => {
    await backend().mutation(api.notes.add, { author: "ada" });
    const usage = await backend().mutation(api.runtime.usage, {});
    expect(usage.documentsWritten).toEqual({ used: 5, remaining: 15_995 });
    expect(usage.documentsRead).toEqual({ used: 5, remaining: 31_995 });
    expect(usage.functionsScheduled).toEqual({ used: 5, remaining: 995 });
    expect(usage.databaseQueries.used + usage.databaseQueries.remaining).toBe(4_096);
    for (const bytes of [usage.bytesRead, usage.bytesWritten, usage.scheduledFunctionArgsBytes]) {
      expect(bytes.used).toBeGreaterThan(0);
      expect(bytes.used + bytes.remaining).toBe(16 * 2 ** 20);
    }
  });

  test.each([
    "documentsWritten",
    "documentsRead",
    "databaseQueries",
    "functionsScheduled",
  ] as const)("[T7] a nested mutation can have tighter limits: %s", async (what) => {
    await backend().mutation(api.notes.add, { author: "ada" });
    const within = api.runtime.useSomeWithin;
    expect(await backend().mutation(within, { what, limit: 5 })).toBe("within the limit");
    const before = (await backend().query(api.notes.list, {})).length;
    expect(await backend().mutation(within, { what, limit: 4 })).toMatch(/limit: 4\)/);
    expect(await backend().query(api.notes.list, {})).toHaveLength(before);
  });

  // convex-test runs functions in the test's own process, with its clock, random numbers and environment, and without
  // Convex's limits.
  if (!isLocal) return;

  test("[F2] time does not pass in a query", async () => {
    const times = await backend().query(api.runtime.times, {});
    expect(new Set(times).size).toBe(1);
    expect(Math.abs((times[0] ?? 0) - backend().now())).toBeLessThan(5_000);
  });

  test("[F2] random numbers differ, also from call to call", async () => {
    const first = await backend().query(api.runtime.random, { salt: "a" });
    const second = await backend().query(api.runtime.random, { salt: "b" });
    expect(new Set([...first, ...second]).size).toBe(6);
    expect(first.every((one) => one >= 0 && one < 1)).toBe(true);
  });

  test.each(FORBIDDEN)("[F2] %s is refused with Convex's message", async (what) => {
    await expect(backend().query(api.runtime.reachInQuery, { what })).rejects.toThrow(
      `Can't use ${what}() in queries and mutations. Please consider using an action. See https://docs.convex.dev/functions/actions for more details.`,
    );
  });

  test("[D5] functions know their deployment's URLs, and nothing of the process around them", async () => {
    const read = (name: string) => backend().query(api.runtime.variable, { name });
    expect(await read("CONVEX_CLOUD_URL")).toBe(backend().apiUrl);
    expect(await read("CONVEX_SITE_URL")).toBe(backend().siteUrl);
    expect(await read("PATH")).toBeNull();
    expect(await read("HOME")).toBeNull();
  });

  // npm-packages/udf-runtime/src/08_text_encoding.ts ignores the error that crates/isolate/src/ops/text.rs
  // `op_text_encoder_decode_single` returns.
  test("[F9] a fatal decoder returns nothing for invalid UTF-8, and does not throw", async () => {
    const decode = (...bytes: number[]) =>
      backend().query(api.runtime.decodeStrictly, { bytes: new Uint8Array(bytes).buffer });
    expect(await decode(0x68, 0x69)).toBe("hi");
    expect(await decode(0xff, 0xfe)).toBeNull();
  });

  // crates/isolate/src/execution_scope.rs `async_syscall`, helpers.rs `deserialize_udf_result_inner`; the messages are
  // from serde_json.
  test.each([
    ["document", "Received invalid json: unexpected end of hex escape"],
    ["argument", "Received invalid json: unexpected end of hex escape"],
    [
      "result",
      "Function runtime.js:giveHalfSign failed. Could not parse return value as json: unexpected end of hex escape",
    ],
  ] as const)("[V5] text with half a surrogate pair is refused as a %s", async (how, words) => {
    await expect(backend().mutation(api.runtime.giveHalfSign, { how })).rejects.toThrow(words);
  });

  const writeShaped = (shape: string, size: number) =>
    backend().mutation(api.runtime.writeShaped, { shape, size });

  test("[T7] a document may not be larger than 1 MiB", async () => {
    const { writeLarge } = api.runtime;
    await backend().mutation(writeLarge, { sizeBytes: 2 ** 20 - 100, times: 1 });
    await expect(backend().mutation(writeLarge, { sizeBytes: 2 ** 20, times: 1 })).rejects.toThrow(
      /Value is too large \(1(\.00)? MiB > maximum size 1 MiB\)/,
    );
  });

  test("[T7] an array may not hold more than 8,192 values", async () => {
    await writeShaped("array", 8_192);
    await expect(writeShaped("array", 8_193)).rejects.toThrow(
      "Array length is too long (8193 > maximum length 8192)",
    );
  });

  test("[T7] an object may not have more than 1,024 fields", async () => {
    await writeShaped("object", 1_024);
    await expect(writeShaped("object", 1_025)).rejects.toThrow(
      "Object has too many fields (1025 > maximum number 1024)",
    );
  });

  test("[T7] a document may not be nested deeper than 16 levels", async () => {
    await writeShaped("nesting", 15);
    await expect(writeShaped("nesting", 16)).rejects.toThrow(
      "Document is too nested (nested 17 levels deep > maximum nesting 16)",
    );
  });

  // get-convex/convex-backend, crates/value/src/size.rs, array.rs and object.rs, crates/common/src/knobs.rs,
  // crates/udf/src/helpers.rs, crates/isolate/src/helpers.rs. The arguments are a list of one object.
  const LARGE = 16 * 2 ** 20;
  test.each([
    ["array", 8_192, "Array length is too long (8193 > maximum length 8192)"],
    ["object", 1_024, "Object has too many fields (1025 > maximum number 1024)"],
    ["nesting", 62, "Value is too nested (nested 65 levels deep > maximum nesting 64)"],
    ["text", LARGE - 12, "Arguments for echoes.js:fromQuery are too large (actual: 16"],
  ])(
    "[T7] arguments of the largest %s are accepted, and no larger ones",
    async (shape, most, words) => {
      const give = (size: number) =>
        backend().query(api.echoes.fromQuery, { value: shaped(shape, size) });
      expect(shape === "text" || (await give(most))).toBeTruthy();
      await expect(give(most + 1)).rejects.toThrow(words);
    },
  );

  test.each([
    ["array", 8_192, "return value invalid: Array length is too long (8193 > maximum length 8192)"],
    [
      "object",
      1_024,
      "return value invalid: Object has too many fields (1025 > maximum number 102",
    ],
    [
      "nesting",
      64,
      "return value invalid: Value is too nested (nested 65 levels deep > maximum nes",
    ],
    ["text", LARGE - 2, "return value is too large (actual: 16"],
  ])(
    "[T7] a result of the largest %s is accepted, and no larger one",
    async (shape, most, words) => {
      const take = (size: number) => backend().query(api.runtime.returnShaped, { shape, size });
      expect(await take(most)).toBeTruthy();
      await expect(take(most + 1)).rejects.toThrow(`Function runtime.js:returnShaped ${words}`);
    },
  );

  test.each(["now", "later"] as const)(
    "[T7] values that are passed on %s are limited too",
    async (how) => {
      const pass = (shape: string, size: number) =>
        backend().mutation(api.runtime.passShaped, { shape, size, how });
      await expect(pass("text", LARGE)).rejects.toThrow(
        "Arguments for runtime.js:take are too large",
      );
      await expect(pass("array", 8_193)).rejects.toThrow("Array length is too long (8193");
    },
  );

  test("[T7] a field name is ASCII and has at most 1,024 characters", async () => {
    await writeShaped("field", 1_024);
    await expect(writeShaped("field", 1_025)).rejects.toThrow("Field name");
    await expect(writeShaped("accented field", 3)).rejects.toThrow(
      "Field name ééé has invalid character 'é': Field names can only contain non-control ASCII characters",
    );
  });

  test("[T7] a mutation may not write more than 16 MiB", async () => {
    const large = { sizeBytes: 2 ** 20 - 100, times: 17 };
    await expect(backend().mutation(api.runtime.writeLarge, large)).rejects.toThrow(
      "Too many bytes written in a single function execution (limit: 16 MiB)",
    );
    expect(await backend().query(api.values.all, {})).toEqual([]);
  });

  const HELP =
    "Consider using smaller limits in your queries, paginating your queries, or using indexed queries with a selective index range expressions.";
  test.each([
    ["documentsWritten", "Too many writes in a single function execution (limit: 4)"],
    ["bytesWritten", "Too many bytes written in a single function execution (limit: 4 bytes)"],
    ["documentsRead", `Too many documents read in a single function execution (limit: 4). ${HELP}`],
    ["databaseQueries", `Too many reads in a single function execution (limit: 4). ${HELP}`],
    ["functionsScheduled", "Too many functions scheduled by this mutation (limit: 4)"],
  ] as const)("[T7] too much of %s is refused with Convex's message", async (what, message) => {
    await backend().mutation(api.notes.add, { author: "ada" });
    const within = api.runtime.useSomeWithin;
    expect(await backend().mutation(within, { what, limit: 4 })).toContain(message);
  });
}

function shaped(shape: string, size: number): Value {
  if (shape === "array") return Array.from({ length: size }, () => 0);
  if (shape === "object") {
    return Object.fromEntries(Array.from({ length: size }, (_, i) => [`f${i}`, 0]));
  }
  if (shape === "text") return "x".repeat(size);
  let value: Value = 0;
  for (let i = 0; i < size; i += 1) value = [value];
  return value;
}
