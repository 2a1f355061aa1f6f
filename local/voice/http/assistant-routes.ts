import type { Clock } from "../../clock.ts";
import { checkedBody, checkedChange, jsonOf } from "../published/requests.ts";
import type { PlatformStore } from "../store/platform-store.ts";
import { filterOf } from "./lists.ts";
import { changed, found, newResource } from "./resource-parts.ts";
import type { Route } from "./router.ts";

export interface ResourceRoutesParts {
  store: PlatformStore;
  clock: Clock;
  orgId: string;
}

export function assistantRoutes({ store, clock, orgId }: ResourceRoutesParts): Route[] {
  const { assistants } = store;
  return [
    {
      method: "POST",
      path: "/assistant",
      access: "private",
      async handle({ request }) {
        const body = checkedBody("POST /assistant", await jsonOf(request));
        const assistant = { ...body, ...newResource(orgId, clock) };
        assistants.put(assistant);
        return Response.json(assistant, { status: 201 });
      },
    },
    {
      method: "GET",
      path: "/assistant",
      access: "private",
      handle: async ({ url }) => Response.json(assistants.list(filterOf("GET /assistant", url))),
    },
    {
      method: "GET",
      path: "/assistant/:id",
      access: "private",
      handle: async ({ params }) => Response.json(found(assistants, "assistant", params.id ?? "")),
    },
    {
      method: "PATCH",
      path: "/assistant/:id",
      access: "private",
      async handle({ request, params }) {
        const assistant = found(assistants, "assistant", params.id ?? "");
        const change = checkedChange("PATCH /assistant/{id}", await jsonOf(request));
        const result = changed(assistant, change, clock);
        assistants.put(result);
        return Response.json(result);
      },
    },
    {
      method: "DELETE",
      path: "/assistant/:id",
      access: "private",
      async handle({ params }) {
        const assistant = found(assistants, "assistant", params.id ?? "");
        assistants.delete(assistant.id);
        return Response.json(assistant);
      },
    },
  ];
}
