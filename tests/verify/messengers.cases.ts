/** Each channel that is given takes the product's own message. */
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { checkedMessenger } from "../../convex/notifications/messengers/address.ts";
import {
  messengerRequest,
  readMessengerAnswer,
} from "../../convex/notifications/messengers/delivery.ts";
import { messageOf } from "../../convex/notifications/messengers/message.ts";
import { remote } from "./remote.ts";

const CODES = { slack: "Y1", teams: "Y10", discord: "Y5", telegram: "Y14" } as const;

const { to: channels, url } = must(must(remote, "the runner").messengers, "the channels");
if (url !== undefined) process.env.MESSENGERS_API_URL = url;

test.each(channels.map((to) => ({ to, code: CODES[to.kind] })))(
  "[$code] $to.kind accepts a message",
  async ({ to }) => {
    const stored = checkedMessenger(to);
    const message = JSON.stringify(messageOf("test", {}, {}));
    const request = must(messengerRequest(stored, message), "request");
    const response = await fetch(request.url, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...request.headers },
      body: request.body,
    });
    const answer = { status: response.status, response: await response.text() };
    expect(readMessengerAnswer(stored, answer)).toMatchObject({ verdict: "delivered" });
  },
);
