/** Structured outputs that artifact plans name by their id. */
import { Hono } from "hono";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import { checkedBody, checkedChange, checkedQuery, jsonOf } from "../published/requests.ts";
import type { SavedOutput } from "../store/resources.ts";
import { pageOf } from "./pages.ts";
import { newResource, resourceRoutes } from "./resource-routes.ts";
import type { ResourceRoutesParts } from "./resource-routes.ts";

const PATH = "/structured-output";

export function structuredOutputRoutes(parts: ResourceRoutesParts): Hono<AppEnv> {
  const { access } = parts;
  const { outputs } = parts.store;
  const app = new Hono<AppEnv>();

  app.post(PATH, access.privateKey, async (c) => {
    const body = checkedBody(`POST ${PATH}`, await jsonOf(c));
    const output = { ...body, ...newResource(parts) } as SavedOutput;
    outputs.put(output);
    return c.json(output, 201);
  });

  app.get(PATH, access.privateKey, (c) =>
    c.json(
      pageOf(c, outputs, {
        operation: `GET ${PATH}`,
        fields: { name: "$.name" },
        itemOf: (output) => output,
      }),
    ),
  );

  app.patch(`${PATH}/:id`, access.privateKey, async (c, next) => {
    checkedQuery(`PATCH ${PATH}/{id}`, new URL(c.req.url).searchParams);
    await next();
  });

  app.route(
    "/",
    resourceRoutes(parts, {
      name: "structured-output",
      table: outputs,
      checkChange(given) {
        const { name, schema, ...change } = checkedChange(`PATCH ${PATH}/{id}`, given);
        // Every output has both, so null removes neither.
        return {
          ...change,
          ...(name == null ? {} : { name }),
          ...(schema == null ? {} : { schema }),
        };
      },
    }),
  );

  return app;
}
