import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect, test } from "vitest";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import { createWebhookSender, retryDelayMs } from "./webhook-sender.ts";
import { headersFor } from "./signing.ts";

const plan = { maxRetries: 3, baseDelaySeconds: 2 };

test("[W4] without a backoff plan nothing is sent again", () => {
  expect(retryDelayMs({}, [500])).toBeNull();
});

test("[W4] a fixed plan waits the same each time, an exponential one twice as long", () => {
  const delays = (type: "fixed" | "exponential") =>
    [[500], [500, null], [500, null, 404], [500, null, 404, 500]].map((attempts) =>
      retryDelayMs({ backoffPlan: { type, ...plan } }, attempts),
    );
  expect(delays("fixed")).toEqual([2000, 2000, 2000, null]);
  expect(delays("exponential")).toEqual([2000, 4000, 8000, null]);
});

test("[W4] an excluded status is final", () => {
  const backoffPlan = { type: "fixed" as const, ...plan, excludedStatusCodes: [404] };
  expect(retryDelayMs({ backoffPlan }, [404])).toBeNull();
  expect(retryDelayMs({ backoffPlan }, [404, 500])).toBe(2000);
});

test("[W5] an HMAC credential signs the time and the body", () => {
  const hmac = { type: "hmac", secretKey: "key", algorithm: "sha256" } as const;
  const headers = headersFor({}, hmac, { body: "{}", nowMs: 5 });
  expect(headers).toMatchObject({
    "x-timestamp": "5",
    // printf '5.{}' | openssl dgst -sha256 -hmac key
    "x-signature": "9be615aec64f0d044b5ad6854ab1d893ec88617fb728d2149dcd3a3428e8c45d",
  });
});

test("[W5] a bearer credential takes any header, and the assistant's own headers win", () => {
  const usual = { type: "bearer", token: "t" } as const;
  const old = { ...usual, headerName: "X-Vapi-Secret", bearerPrefixEnabled: false };
  const signed = { body: "{}", nowMs: 5 };
  expect(headersFor({}, old, signed)).toMatchObject({
    "x-vapi-secret": "t",
  });
  expect(headersFor({}, usual, signed)).toMatchObject({
    authorization: "Bearer t",
  });
  const own = { headers: { Authorization: "mine" } };
  expect(headersFor(own, usual, signed)).toMatchObject({ authorization: "mine" });
});

test("what is given up is neither sent nor told as a failure of the other side's", async () => {
  const arrivals = new EventEmitter();
  const received: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { message } = (await json(request)) as { message: { type: string } };
    received.push(message.type);
    arrivals.emit(message.type);
    if (message.type !== "held") response.end();
  };
  const server = createServer((request, response) => void answer(request, response));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const told: string[] = [];
  const webhooks = createWebhookSender({
    clock: new AdjustableClock(),
    credentialOf: () => null,
    witness: undefined,
    log: (line) => told.push(line),
  });
  const send = (type: string) =>
    webhooks.send({
      subjectId: "call",
      server: { url: `http://127.0.0.1:${port}/` },
      message: { type },
    });
  const isHeld = once(arrivals, "held");
  send("held");
  send("behind it");
  await isHeld;
  webhooks.reset();
  const isAnew = once(arrivals, "anew");
  send("anew");
  await isAnew;
  expect(received).toEqual(["held", "anew"]);
  expect(told).toEqual([]);
  server.closeAllConnections();
  server.close();
});
