import type { Hono } from "hono";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import { isFields } from "../published/faults.ts";
import { checkedBody, checkedChange, jsonOf, notSimulated } from "../published/requests.ts";
import type { KnowledgeBase, Resource, Tool } from "../store/resources.ts";
import { ApiError } from "./api-error.ts";
import { filterOf, newResource, resourceRoutes } from "./resource-routes.ts";
import type { ResourceRoutesParts } from "./resource-routes.ts";

export function toolRoutes(parts: ResourceRoutesParts): Hono<AppEnv> {
  const { access } = parts;
  const { tools, files } = parts.store;

  const requireFiles = (body: { knowledgeBases?: KnowledgeBase[] }) => {
    const missing = (body.knowledgeBases ?? [])
      .flatMap(({ fileIds }) => fileIds)
      .filter((id) => files.get(id) === null)
      .map((id) => `There is no file ${id}.`);
    if (missing.length > 0) throw new ApiError(400, missing);
  };

  const app = resourceRoutes(parts, {
    name: "tool",
    table: tools,
    checkChange(given, tool) {
      // The published bodies differ by the tool's type, which a change need not repeat.
      const typed = isFields(given) ? { ...given, type: given.type ?? tool.type } : given;
      const change = checkedChange("PATCH /tool/{id}", typed);
      requireFiles(change);
      return change;
    },
  });

  app.post("/tool", access.privateKey, async (c) => {
    const given = checkedBody("POST /tool", await jsonOf(c));
    // Hooks end calls with another type, but nothing uses it from here.
    if (given.type !== "query") throw notSimulated([`type ${String(given.type)}`]);
    const body = given as Omit<Tool, keyof Resource>;
    requireFiles(body);
    const tool: Tool = { ...body, ...newResource(parts) };
    tools.put(tool);
    return c.json(tool, 201);
  });

  app.get("/tool", access.privateKey, (c) => c.json(tools.list(filterOf("GET /tool", c))));

  return app;
}
