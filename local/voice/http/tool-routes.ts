import { isFields } from "../published/faults.ts";
import { checkedBody, checkedChange, jsonOf, notSimulated } from "../published/requests.ts";
import type { KnowledgeBase, Tool } from "../store/resources.ts";
import { ApiError } from "./api-error.ts";
import type { ResourceRoutesParts } from "./assistant-routes.ts";
import { filterOf } from "./lists.ts";
import { changed, found, newResource } from "./resource-parts.ts";
import type { Route } from "./router.ts";

export function toolRoutes({ store, clock, orgId }: ResourceRoutesParts): Route[] {
  const { tools, files } = store;

  const requireFiles = (body: { knowledgeBases?: KnowledgeBase[] }) => {
    const missing = (body.knowledgeBases ?? [])
      .flatMap(({ fileIds }) => fileIds)
      .filter((id) => files.get(id) === null);
    if (missing.length > 0)
      throw new ApiError(
        400,
        missing.map((id) => `There is no file ${id}.`),
      );
  };

  return [
    {
      method: "POST",
      path: "/tool",
      access: "private",
      async handle({ request }) {
        const given = checkedBody("POST /tool", await jsonOf(request));
        // Hooks end calls with one; nothing else here looks for it.
        if (given.type !== "query") throw notSimulated([`type ${String(given.type)}`]);
        const body = given as Omit<Tool, keyof ReturnType<typeof newResource>>;
        requireFiles(body);
        const tool: Tool = { ...body, ...newResource(orgId, clock) };
        tools.put(tool);
        return Response.json(tool, { status: 201 });
      },
    },
    {
      method: "GET",
      path: "/tool",
      access: "private",
      handle: async ({ url }) => Response.json(tools.list(filterOf("GET /tool", url))),
    },
    {
      method: "GET",
      path: "/tool/:id",
      access: "private",
      handle: async ({ params }) => Response.json(found(tools, "tool", params.id ?? "")),
    },
    {
      method: "PATCH",
      path: "/tool/:id",
      access: "private",
      async handle({ request, params }) {
        const tool = found(tools, "tool", params.id ?? "");
        // The published bodies differ by the tool's type, which a change need not repeat.
        const given = await jsonOf(request);
        const asked = isFields(given) ? { ...given, type: given.type ?? tool.type } : given;
        const change = checkedChange("PATCH /tool/{id}", asked);
        requireFiles(change);
        const result = changed(tool, change, clock);
        tools.put(result);
        return Response.json(result);
      },
    },
    {
      method: "DELETE",
      path: "/tool/:id",
      access: "private",
      async handle({ params }) {
        const tool = found(tools, "tool", params.id ?? "");
        tools.delete(tool.id);
        return Response.json(tool);
      },
    },
  ];
}
