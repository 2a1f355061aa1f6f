/** Checks with the official clients that all five ports still work. */
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import Stripe from "stripe";
import { expect } from "vitest";
import { WebSocket } from "ws";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../app-api.ts";
import { joinRoom } from "../../voice/room-client.ts";
import { sendRequest } from "../raw-connection.ts";
import type { Opened } from "../door-process.ts";
import { openRoom } from "./room.ts";

export async function expectHealth(opened: Opened): Promise<void> {
  for (const [name, { url, open }] of Object.entries(opened.doors)) {
    expect(await sendRequest(url, open), name).toMatch(/^HTTP\/1\.1 200 /);
  }
  const address = (name: string) => must(opened.doors[name], name).url;
  await expectBackend(address("backend"));
  const echoed = await fetch(`${address("site")}/echo`, { method: "POST", body: "hello" });
  expect(await echoed.text()).toBe("HELLO");
  await expectStripe(address("stripe"), must(opened.keys.SECRET, "Stripe's key"));
  await expectVoice(opened);
}

async function expectBackend(url: string): Promise<void> {
  const client = new ConvexHttpClient(url);
  const watching = new ConvexClient(url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
  });
  const author = crypto.randomUUID();
  const id = await client.mutation(api.notes.add, { author });
  expect(await client.query(api.notes.get, { id })).toMatchObject({ author });
  expect(await watching.query(api.notes.get, { id })).toMatchObject({ author });
  await watching.mutation(api.notes.remove, { id });
  expect(await client.query(api.notes.get, { id })).toBeNull();
  await watching.close();
}

async function expectStripe(url: string, key: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const stripe = new Stripe(key, { host: hostname, port, protocol: "http", telemetry: false });
  const { id } = await stripe.customers.create({ name: "Ada" });
  expect(await stripe.customers.retrieve(id)).toMatchObject({ name: "Ada" });
}

async function expectVoice(opened: Opened): Promise<void> {
  const { url, close } = await openRoom(opened);
  const visitor = await joinRoom(url, { isPlayable: false });
  await visitor.waitFor(({ type }) => type === "assistant-joined");
  visitor.leave();
  await visitor.closed;
  await close();
}
