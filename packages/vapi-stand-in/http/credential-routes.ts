import { Hono } from "hono";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import { checkedBody, jsonOf } from "../published/requests.ts";
import type { Credential } from "../store/resources.ts";
import { newResource, resourceIn } from "./resource-routes.ts";
import type { ResourceRoutesParts } from "./resource-routes.ts";

/**
 * The document has the shapes of credentials, and no path: the vendor's guides to SIP trunks post to this one,
 * and its web SDK has both (dist/api.js of @vapi-ai/web 2.7.1).
 */
export function credentialRoutes(parts: ResourceRoutesParts): Hono<AppEnv> {
  const { access } = parts;
  const { credentials } = parts.store;
  const app = new Hono<AppEnv>();

  app.post("/credential", access.privateKey, async (c) => {
    const body = checkedBody("POST /credential", await jsonOf(c));
    const credential = { ...body, ...newResource(parts) } as Credential;
    credentials.put(credential);
    return c.json(credential, 201);
  });

  app.delete("/credential/:id", access.privateKey, (c) => {
    const credential = resourceIn(c, "credential", credentials);
    credentials.delete(credential.id);
    return c.json(credential);
  });

  return app;
}
