import { anyApi, httpActionGeneric, httpRouter } from "convex/server";
import { ConvexError } from "convex/values";
import { internalMutation, query } from "./builders";

const http = httpRouter();

http.route({
  path: "/echo",
  method: "POST",
  handler: httpActionGeneric(
    async (_, request) =>
      new Response((await request.text()).toUpperCase(), {
        status: 201,
        headers: { "X-Method": request.method },
      }),
  ),
});

http.route({
  pathPrefix: "/below/",
  method: "GET",
  handler: httpActionGeneric(async (_, request) => new Response(new URL(request.url).pathname)),
});

http.route({
  path: "/piecewise",
  method: "POST",
  handler: httpActionGeneric(async (_, request) => {
    // Without a body there may be no stream.
    const reader = request.body?.getReader();
    const texts: string[] = [];
    while (reader !== undefined) {
      const { done, value } = await reader.read();
      if (done) break;
      texts.push(new TextDecoder().decode(value));
    }
    return new Response(texts.join(""));
  }),
});

http.route({
  path: "/broken",
  method: "GET",
  handler: httpActionGeneric(async () => {
    throw new Error("the inside of it");
  }),
});

http.route({
  path: "/below/exact",
  method: "GET",
  handler: httpActionGeneric(async () => new Response("exact")),
});

http.route({
  pathPrefix: "/below/deeper/",
  method: "GET",
  handler: httpActionGeneric(async () => new Response("deeper")),
});

http.route({
  path: "/request",
  method: "PUT",
  handler: httpActionGeneric(async (_, request) => {
    const url = new URL(request.url);
    const bytes = new Uint8Array(await request.arrayBuffer());
    const answer = {
      method: request.method,
      path: url.pathname,
      query: url.searchParams.getAll("q"),
      header: request.headers.get("x-custom"),
      bytes: [...bytes],
    };
    return Response.json(answer, { headers: { "X-Answer": "yes" } });
  }),
});

http.route({
  path: "/size",
  method: "POST",
  handler: httpActionGeneric(
    async (_, request) => new Response(String((await request.arrayBuffer()).byteLength)),
  ),
});

http.route({
  path: "/form",
  method: "POST",
  handler: httpActionGeneric(async (_, request) => {
    try {
      const form = await request.formData();
      return Response.json([...form.keys()]);
    } catch (error) {
      return new Response(error instanceof Error ? `${error.name}: ${error.message}` : "no error");
    }
  }),
});

http.route({
  path: "/bytes",
  method: "GET",
  handler: httpActionGeneric(
    async () =>
      new Response(new Uint8Array([0, 255, 128]), {
        headers: [
          ["Content-Type", "application/octet-stream"],
          ["Set-Cookie", "a=1"],
          ["Set-Cookie", "b=2"],
        ],
      }),
  ),
});

http.route({
  path: "/moved",
  method: "GET",
  handler: httpActionGeneric(
    async () => new Response(null, { status: 302, headers: { Location: "/below/exact" } }),
  ),
});

http.route({
  path: "/stream",
  method: "GET",
  handler: httpActionGeneric(async () => {
    const encoder = new TextEncoder();
    const body = new ReadableStream({
      start(controller) {
        for (const part of ["one,", "two,", "three"]) controller.enqueue(encoder.encode(part));
        controller.close();
      },
    });
    return new Response(body);
  }),
});

http.route({
  path: "/late",
  method: "GET",
  handler: httpActionGeneric(async () => {
    const encoder = new TextEncoder();
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(encoder.encode("at once,"));
        await new Promise((resolve) => setTimeout(resolve, 500));
        controller.enqueue(encoder.encode("later"));
        controller.close();
      },
    });
    return new Response(body);
  }),
});

/** Begins a response, and adds a note half a second later. */
http.route({
  path: "/noted-late",
  method: "GET",
  handler: httpActionGeneric(async (ctx) => {
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode("at once,"));
        await new Promise((resolve) => setTimeout(resolve, 500));
        await ctx.runMutation(anyApi.notes?.add as never, { author: "nobody waits" } as never);
        controller.enqueue(new TextEncoder().encode("later"));
        controller.close();
      },
    });
    return new Response(body);
  }),
});

http.route({
  path: "/cut-off",
  method: "GET",
  handler: httpActionGeneric(async () => {
    const parts = ["one,", "two,"];
    const body = new ReadableStream({
      pull(controller) {
        const part = parts.shift();
        if (part === undefined) throw new Error("no more");
        controller.enqueue(new TextEncoder().encode(part));
      },
    });
    return new Response(body);
  }),
});

/** Streams a response in chunks of these sizes. */
http.route({
  path: "/large",
  method: "GET",
  handler: httpActionGeneric(async (_, request) => {
    const sizes = (new URL(request.url).searchParams.get("sizes") ?? "").split(",").map(Number);
    const body = new ReadableStream({
      start(controller) {
        for (const size of sizes) controller.enqueue(new Uint8Array(size));
        controller.close();
      },
    });
    return new Response(body);
  }),
});

http.route({
  path: "/note",
  method: "POST",
  handler: httpActionGeneric(async (ctx, request) => {
    const author = await request.text();
    const id: unknown = await ctx.runMutation(anyApi.notes?.add as never, { author } as never);
    const found: unknown[] = await ctx.runQuery(
      anyApi.notes?.byAuthor as never,
      { author } as never,
    );
    return Response.json({ id, count: found.length });
  }),
});

http.route({
  path: "/beside",
  method: "POST",
  handler: httpActionGeneric(async (ctx) => {
    await ctx.runMutation(anyApi.http?.addBesideRoutes as never);
    return new Response(await ctx.runQuery(anyApi.http?.greeting as never));
  }),
});

http.route({
  path: "/relay",
  method: "GET",
  handler: httpActionGeneric(async (_ctx, request) => {
    const answer = await fetch(new URL(request.url).searchParams.get("from") ?? "");
    return new Response(await answer.text());
  }),
});

http.route({
  path: "/who",
  method: "GET",
  handler: httpActionGeneric(async (ctx) => {
    const identity = await ctx.auth.getUserIdentity();
    return new Response(identity?.subject ?? "nobody");
  }),
});

http.route({
  path: "/whoOrWhyNot",
  method: "GET",
  handler: httpActionGeneric(async (ctx) => {
    try {
      const identity = await ctx.auth.getUserIdentity();
      return new Response(identity?.subject ?? "nobody");
    } catch (error) {
      return new Response((error as Error).message);
    }
  }),
});

http.route({
  path: "/whoByQuery",
  method: "GET",
  handler: httpActionGeneric(async (ctx) => {
    const subject: unknown = await ctx.runQuery(anyApi.nesting?.whoIsIt as never);
    return new Response(typeof subject === "string" ? subject : "nobody");
  }),
});

http.route({
  path: "/file",
  method: "POST",
  handler: httpActionGeneric(async (ctx, request) => {
    const id = await ctx.storage.store(await request.blob());
    const blob = await ctx.storage.get(id);
    return new Response(blob, { headers: { "X-Storage-Id": id } });
  }),
});

http.route({
  path: "/refused",
  method: "GET",
  handler: httpActionGeneric(async () => {
    throw new ConvexError({ secret: "the inside of it" });
  }),
});

http.route({
  path: "/notAResponse",
  method: "GET",
  handler: httpActionGeneric(async () => "text" as unknown as Response),
});

http.route({
  path: "/address",
  method: "GET",
  handler: httpActionGeneric(async (ctx) => {
    const { ip } = await ctx.meta.getRequestMetadata();
    return new Response(ip);
  }),
});

/** http.ts may also export functions. */
export const greeting = query({ args: {}, handler: () => "from http.ts" });

export const addBesideRoutes = internalMutation({
  args: {},
  handler: async (ctx) => {
    await ctx.db.insert("notes", { author: "beside routes" });
  },
});

export default http;
