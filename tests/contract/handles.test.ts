/**
 * Components that know the app's internal functions by their handles, as they come from npm. A handle
 * opens its function whatever that's visibility: get-convex/convex-backend, crates/isolate/src/
 * environment/udf/async_syscall.rs (`run_udf` allows all), crates/model/src/components/handles.rs.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createHmac } from "node:crypto";
import { ConvexHttpClient } from "convex/browser";
import { anyApi } from "convex/server";
import type { ApiFromModules } from "convex/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../eventually.ts";
import type * as flow from "./components-app/convex/flow";
import type * as mail from "./components-app/convex/mail";
import type * as migrating from "./components-app/convex/migrating";
import type * as pool from "./components-app/convex/pool";
import type * as reports from "./components-app/convex/reports";
import { COMPONENTS_APP_FOLDER, startDeployment } from "./any-deployment.ts";
import type { AnyDeployment } from "./any-deployment.ts";

const api = anyApi as unknown as ApiFromModules<{
  flow: typeof flow;
  mail: typeof mail;
  migrating: typeof migrating;
  pool: typeof pool;
  reports: typeof reports;
}>;
const WEBHOOK_KEY = "c2VjcmV0IG9mIHRoZSB3ZWJob29r";

let deployment: AnyDeployment;
let http: ConvexHttpClient;

beforeAll(async () => {
  const environment = { RESEND_WEBHOOK_SECRET: `whsec_${WEBHOOK_KEY}` };
  deployment = await startDeployment(COMPONENTS_APP_FOLDER, environment);
  http = new ConvexHttpClient(deployment.backend.url, { logger: false });
});

afterAll(() => deployment.close());

const reportsOf = (topic: string) => http.query(api.reports.about, { topic });

test.each([
  ["an action", { work: "act", fails: false }, ["acted", "success"]],
  ["an action that fails", { work: "act", fails: true }, ["acted", "failed"]],
  [
    "an action that is tried twice",
    { work: "act", fails: true, attempts: 2 },
    ["acted", "acted", "failed"],
  ],
  ["a mutation", { work: "change", fails: false }, ["changed", "success"]],
  ["a mutation that fails", { work: "change", fails: true }, ["failed"]],
] as const)("[N3] the workpool runs %s and says how it ended", async (topic, work, expected) => {
  const id = await http.mutation(api.pool.enqueue, { ...work, topic });
  await eventually(async () => (await reportsOf(topic)).length === expected.length);
  expect(await reportsOf(topic)).toEqual(expected);
  await eventually(async () => (await http.query(api.pool.status, { id })) === "finished");
});

test("[K3] the workpool runs later what is to run later, and not what was cancelled before", async () => {
  const work = { work: "change", fails: false, runAfterMs: 3_600_000 } as const;
  const kept = await http.mutation(api.pool.enqueue, { ...work, topic: "kept" });
  const cancelled = await http.mutation(api.pool.enqueue, { ...work, topic: "cancelled" });
  await http.mutation(api.pool.cancel, { id: cancelled });
  await eventually(async () => (await reportsOf("cancelled")).length === 1);
  expect(await reportsOf("cancelled")).toEqual(["canceled"]);
  expect(await http.query(api.pool.status, { id: kept })).toBe("pending");
  deployment.clock.advance(3_600_000);
  await eventually(async () => (await reportsOf("kept")).length === 2);
  expect(await reportsOf("kept")).toEqual(["changed", "success"]);
});

test("[K3] a workflow runs its steps one after the other, sleeps, and gives its result", async () => {
  const args = { topic: "greeting", name: "ada", fails: false };
  const id = await http.mutation(api.flow.begin, args);
  await eventually(async () => {
    deployment.clock.advance(1_000);
    return (await http.query(api.flow.status, { id })) === "completed";
  });
  await eventually(async () => (await reportsOf("greeting")).length === 3);
  expect(await reportsOf("greeting")).toEqual(["HELLO ADA", "HELLO ADA", "HELLO ADA,HELLO ADA"]);
});

test("[K3] a workflow whose step fails has failed, and does no more", async () => {
  const args = { topic: "no greeting", name: "ada", fails: true };
  const id = await http.mutation(api.flow.begin, args);
  await eventually(async () => (await http.query(api.flow.status, { id })) === "failed");
  await eventually(async () => (await reportsOf("no greeting")).length === 1);
  expect(await reportsOf("no greeting")).toEqual(["failed"]);
});

test("[K3] a migration goes through a table to its end, batch after batch, and not twice", async () => {
  await http.mutation(api.migrating.addPeople, { count: 10 });
  await http.mutation(api.migrating.run, { which: "setLevel" });
  const status = () => http.query(api.migrating.status, { which: "setLevel" });
  await eventually(async () => (await status()).state === "success");
  expect(await http.query(api.migrating.levels, {})).toEqual([
    ...Array<string>(5).fill("low"),
    ...Array<string>(5).fill("high"),
  ]);
  await http.mutation(api.migrating.run, { which: "setLevel" });
  expect(await status()).toEqual({ state: "success", processed: 10 });
});

test("[K3] a migration that fails half way keeps the batches before that", async () => {
  await http.mutation(api.migrating.run, { which: "failAtTen" });
  const status = () => http.query(api.migrating.status, { which: "failAtTen" });
  await eventually(async () => (await status()).state === "failed");
  expect(await status()).toEqual({ state: "failed", processed: 8 });
  expect((await http.query(api.migrating.levels, {})).slice(7)).toEqual(["some", "high", "high"]);
});

test("[K3] mail is queued, and what is cancelled in time is not sent", async () => {
  const { id, queued } = await http.mutation(api.mail.queueAndCancel, {});
  expect(queued).toBe("waiting");
  deployment.clock.advance(60_000);
  await eventually(() => deployment.backend.isIdle());
  expect(await http.query(api.mail.status, { id })).toBe("cancelled");
});

test("[K3] mail to an address of somebody's own is refused while testing", async () => {
  const queued = http.mutation(api.mail.queueToAnyone, { to: "ada@example.com" });
  await expect(queued).rejects.toThrow("Test mode is enabled");
});

test("[K3] mail that a vendor took is followed by its signed events, told to an internal function", async () => {
  const vendor = await startVendor();
  try {
    const id = await http.action(api.mail.sendBy, {
      url: deployment.forFunctions(`${vendor.url}/emails`),
    });
    expect(await http.query(api.mail.status, { id })).toBe("sent");
    expect(vendor.bodies).toMatchObject([{ to: "delivered@resend.dev", id }]);
    const event = deliveredEvent(`vendor-${id}`);
    expect((await postEvent(event, "bad key")).status).toBe(500);
    expect((await postEvent(event)).status).toBe(201);
    await eventually(async () => (await reportsOf(id)).length === 1);
    expect(await reportsOf(id)).toEqual(["email.delivered"]);
    expect(await http.query(api.mail.status, { id })).toBe("delivered");
  } finally {
    await vendor.close();
  }
});

test("[K3] mail that a vendor refuses has failed", async () => {
  const vendor = await startVendor();
  try {
    const url = deployment.forFunctions(`${vendor.url}/other`);
    const sent = http.action(api.mail.sendBy, { url });
    await expect(sent).rejects.toThrow("refused with 404");
  } finally {
    await vendor.close();
  }
});

/** Takes mail at one address only, and answers as a mail service does: with an id of its own. */
async function startVendor() {
  const bodies: { id: string }[] = [];
  const answer = async (request: IncomingMessage): Promise<[status: number, body: object]> => {
    if (request.method !== "POST" || request.url !== "/emails") return [404, {}];
    const body = JSON.parse(await text(request)) as { id: string };
    bodies.push(body);
    return [200, { id: `vendor-${body.id}` }];
  };
  const server = createServer((request, response) => {
    void answer(request).then(([status, body]) =>
      response.writeHead(status).end(JSON.stringify(body)),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // On this machine functions reach only what a variable names.
  await deployment.backend.setEnvironment({ VENDOR_URL: deployment.forFunctions(url) });
  return {
    url,
    bodies,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function deliveredEvent(emailId: string): string {
  const at = new Date().toISOString();
  const data = {
    created_at: at,
    email_id: emailId,
    from: "app@resend.dev",
    to: ["delivered@resend.dev"],
    subject: "Hello",
  };
  return JSON.stringify({ type: "email.delivered", created_at: at, data });
}

/** Signed as the vendor signs: https://docs.svix.com/receiving/verifying-payloads/how-manual */
async function postEvent(event: string, key = WEBHOOK_KEY): Promise<Response> {
  const seconds = String(Math.floor(deployment.clock.now() / 1000));
  const signature = createHmac("sha256", Buffer.from(key, "base64"))
    .update(`msg_1.${seconds}.${event}`)
    .digest("base64");
  return fetch(`${deployment.backend.siteUrl}/mail-events`, {
    method: "POST",
    headers: {
      "svix-id": "msg_1",
      "svix-timestamp": seconds,
      "svix-signature": `v1,${signature}`,
    },
    body: event,
  });
}
