import { Hono } from "hono";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import { chatStream } from "../chats/chat-stream.ts";
import type { Chats, NewChat } from "../chats/chats.ts";
import { checkedBody, jsonOf } from "../published/requests.ts";
import type { PlatformStore } from "../store/platform-store.ts";
import type { Access } from "./access.ts";
import { pageOf } from "./pages.ts";
import { resourceIn } from "./resource-routes.ts";

export interface ChatRoutesParts {
  store: PlatformStore;
  chats: Chats;
  access: Access;
}

export function chatRoutes({ store, chats, access }: ChatRoutesParts): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.post("/chat", access.privateKey, async (c) => {
    const wanted = checkedBody("POST /chat", await jsonOf(c)) as unknown as NewChat;
    const chat = await chats.make(wanted);
    if (wanted.stream !== true) return c.json(chat);
    return c.body(chatStream(chat), 200, { "Content-Type": "text/event-stream" });
  });

  app.get("/chat", access.privateKey, (c) =>
    c.json(
      pageOf(c, store.chats, {
        operation: "GET /chat",
        fields: { sessionId: "$.chat.sessionId", previousChatId: "$.chat.previousChatId" },
        itemOf: ({ chat }) => chat,
      }),
    ),
  );

  app.get("/chat/:id", access.privateKey, (c) => c.json(resourceIn(c, "chat", store.chats).chat));

  app.delete("/chat/:id", access.privateKey, (c) =>
    c.json(chats.delete(resourceIn(c, "chat", store.chats))),
  );

  return app;
}
