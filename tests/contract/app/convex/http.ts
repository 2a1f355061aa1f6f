import { httpActionGeneric, httpRouter } from "convex/server";

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
  path: "/broken",
  method: "GET",
  handler: httpActionGeneric(async () => {
    throw new Error("the inside of it");
  }),
});

export default http;
