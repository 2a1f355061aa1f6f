import type { Hono } from "hono";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import { requireOutputs } from "../outputs/planned-outputs.ts";
import { checkedBody, checkedChange, jsonOf } from "../published/requests.ts";
import { filterOf, newResource, resourceRoutes } from "./resource-routes.ts";
import type { ResourceRoutesParts } from "./resource-routes.ts";

export function assistantRoutes(parts: ResourceRoutesParts): Hono<AppEnv> {
  const { access } = parts;
  const { assistants } = parts.store;
  const app = resourceRoutes(parts, {
    name: "assistant",
    table: assistants,
    checkChange(given) {
      const change = checkedChange("PATCH /assistant/{id}", given);
      requireOutputs([change], parts.store);
      return change;
    },
  });

  app.post("/assistant", access.privateKey, async (c) => {
    const body = checkedBody("POST /assistant", await jsonOf(c));
    requireOutputs([body], parts.store);
    const assistant = { ...body, ...newResource(parts) };
    assistants.put(assistant);
    return c.json(assistant, 201);
  });

  app.get("/assistant", access.privateKey, (c) =>
    c.json(assistants.list(filterOf("GET /assistant", c))),
  );

  return app;
}
