import { checkedBody, jsonOf } from "../published/requests.ts";
import type { Credential } from "../store/resources.ts";
import type { ResourceRoutesParts } from "./assistant-routes.ts";
import { found, newResource } from "./resource-parts.ts";
import type { Route } from "./router.ts";

/**
 * The document has the shapes of credentials, and no path: the vendor's guides to SIP trunks post to this one,
 * and its web SDK has both (dist/api.js of @vapi-ai/web 2.7.1).
 */
export function credentialRoutes({ store, clock, orgId }: ResourceRoutesParts): Route[] {
  return [
    {
      method: "POST",
      path: "/credential",
      access: "private",
      async handle({ request }) {
        const body = checkedBody("POST /credential", await jsonOf(request));
        const credential = { ...body, ...newResource(orgId, clock) } as Credential;
        store.credentials.put(credential);
        return Response.json(credential, { status: 201 });
      },
    },
    {
      method: "DELETE",
      path: "/credential/:id",
      access: "private",
      async handle({ params }) {
        const credential = found(store.credentials, "credential", params.id ?? "");
        store.credentials.delete(credential.id);
        return Response.json(credential);
      },
    },
  ];
}
