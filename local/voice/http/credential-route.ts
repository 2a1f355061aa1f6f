import { checkedBody, jsonOf } from "../published/requests.ts";
import type { Credential } from "../store/resources.ts";
import type { ResourceRoutesParts } from "./assistant-routes.ts";
import { newResource } from "./resource-parts.ts";
import type { Route } from "./router.ts";

/** The document has the shapes of credentials, and no path; the vendor's guides to SIP trunks post to this one. */
export function credentialRoute({ store, clock, orgId }: ResourceRoutesParts): Route {
  return {
    method: "POST",
    path: "/credential",
    access: "private",
    async handle({ request }) {
      const body = checkedBody("POST /credential", await jsonOf(request));
      const credential = { ...body, ...newResource(orgId, clock) } as Credential;
      store.credentials.put(credential);
      return Response.json(credential, { status: 201 });
    },
  };
}
