import { Hono } from "hono";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import type { NewSession, Sessions } from "../chats/sessions.ts";
import { checkedBody, checkedChange, jsonOf } from "../published/requests.ts";
import type { PlatformStore } from "../store/platform-store.ts";
import type { Access } from "./access.ts";
import { pageOf } from "./pages.ts";
import { resourceIn } from "./resource-routes.ts";

export interface SessionRoutesParts {
  store: PlatformStore;
  sessions: Sessions;
  access: Access;
}

export function sessionRoutes({ store, sessions, access }: SessionRoutesParts): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.post("/session", access.privateKey, async (c) => {
    const wanted: NewSession = checkedBody("POST /session", await jsonOf(c));
    return c.json(sessions.make(wanted), 201);
  });

  app.get("/session", access.privateKey, (c) =>
    c.json(
      pageOf(c, store.sessions, {
        operation: "GET /session",
        fields: { name: "$.session.name" },
        itemOf: ({ session }) => session,
      }),
    ),
  );

  app.get("/session/:id", access.privateKey, (c) =>
    c.json(resourceIn(c, "session", store.sessions).session),
  );

  app.patch("/session/:id", access.privateKey, async (c) => {
    const change = checkedChange("PATCH /session/{id}", await jsonOf(c));
    return c.json(await sessions.change(resourceIn(c, "session", store.sessions), change));
  });

  app.delete("/session/:id", access.privateKey, (c) =>
    c.json(sessions.delete(resourceIn(c, "session", store.sessions))),
  );

  return app;
}
