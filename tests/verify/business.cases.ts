/**
 * One owner of Hark on a real deployment, with the vendors whose keys are given, from signing up to deleting the
 * account. Each case runs the steps that it needs, so any case can run alone.
 */
import { expect, test } from "vitest";
import type Stripe from "stripe";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import { examineStripe } from "../../tools/operate/examine/stripe.ts";
import { examineVoice } from "../../tools/operate/examine/voice.ts";
import { fetchPageToken } from "../fixtures/page-token.ts";
import { newAssistant } from "../product/samples.ts";
import { needs, remote } from "./remote.ts";
import { canReach } from "./product-vendors.ts";
import { emailOf } from "./owner-name.ts";
import { connect, signIn, upload } from "./sign-in.ts";
import { connectStripe } from "./stripe-client.ts";
import { namedAt, VapiAccount } from "./vapi-account.ts";
import { diagnosis, within } from "./within.ts";

const given = must(remote, "the runner");
const { run, stripe: stripeKeys, vapi } = given;
const convex = must(given.convex, "the deployment");
const timeoutMs = must(given.timeoutMs, "patience");
/** After this time the product asks for a missing report. What it knows earlier came by webhook. */
const ASKS_ITSELF_AFTER_MS = 55_000;
/** For what the product does by itself, independently of the timeout for webhooks. */
const REMOVED_WITHIN_MS = 60_000;
/** A test card that always pays, by its name in the API: docs.stripe.com/testing. */
const GOOD_CARD = "pm_card_visa";

const atStripe = () => (stripeKeys === undefined ? needs("stripe") : connectStripe(stripeKeys));
const atVapi = () => (vapi === undefined ? needs("vapi") : new VapiAccount(vapi, run));
const visitor = connect();

/** Runs a step once, and returns the same promise afterwards. Requirements are checked for each case. */
function once<Result>(make: () => Promise<Result>, require?: () => unknown): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => {
    require?.();
    return (made ??= make());
  };
}

function requireEvents(): void {
  atStripe();
  if (stripeKeys !== undefined && !canReach(stripeKeys, convex.url)) needs("reachable");
}

function requireCalls(): void {
  atVapi();
  if (vapi?.mayCall !== true) needs("calls");
  if (!canReach(vapi, convex.url)) needs("reachable");
  if (stripeKeys !== undefined) requireEvents();
}

const owner = once(() => signIn("signUp", "owner"));

const assistant = once(async () => {
  const { client } = await owner();
  const content = { ...newAssistant(), name: run };
  const { embedId } = content;
  if (vapi === undefined) {
    const assistantId = await client.mutation(api.assistants.createAssistant, content);
    return { assistantId, embedId, platformId: null };
  }
  const { storageId } = (await (await upload(client, "We open at nine.")).json()) as {
    storageId: never;
  };
  const file = { knowledgeFileId: storageId, knowledgeFileName: `${run}.txt` };
  const { name, systemPrompt, voice, assistantGoal } = content;
  const spoken = { name, systemPrompt, voice, assistantGoal, ...file };
  const voiceAssistantId = await client.action(api.assistants.createVoiceAssistant, spoken);
  const whole = { ...content, ...file, voiceAssistantId };
  const assistantId = await client.mutation(api.assistants.createAssistant, whole);
  return { assistantId, embedId, platformId: voiceAssistantId };
});

/** The payment page, which only a person can fill in: docs/verify.md. */
const checkout = once(async () => {
  const stripe = atStripe();
  const { client } = await owner();
  const planType = "STARTER";
  const url = await client.action(api.subscriptions.subscribe, { planType });
  const { data: customers } = await stripe.customers.list({ email: emailOf("owner", run) });
  const customer = must(customers[0], "the owner's customer at Stripe").id;
  const { data: sessions } = await stripe.checkout.sessions.list({ customer });
  return { url, customer, count: customers.length, session: must(sessions[0], "the session") };
}, atStripe);

/** Creates what completing the page would create, with the product's terms. */
const subscription = once(async () => {
  const stripe = atStripe();
  const { customer, session } = await checkout();
  const { priceId = "", trialDays = "0" } = session.metadata ?? {};
  const card = await stripe.paymentMethods.attach(GOOD_CARD, { customer });
  const made = await stripe.subscriptions.create({
    customer,
    items: [{ price: priceId }],
    default_payment_method: card.id,
    ...(trialDays === "0" ? {} : { trial_period_days: Number(trialDays) }),
  });
  await shownAs(made.status, "The subscription made at Stripe is not shown by Hark");
  return made;
}, requireEvents);

async function shownAs(status: Stripe.Subscription.Status, what: string): Promise<void> {
  const { client } = await owner();
  await within({
    what,
    timeoutMs,
    find: async () => {
      const shown = await client.query(api.subscriptions.getUserSubscription, {});
      return shown?.status === status ? shown : null;
    },
    why: whyNoEvent,
  });
}

const whyNoEvent = () =>
  diagnosis(
    convex,
    examineStripe,
    `Events arrive by now: this one was late, or Hark does not accept it. -> Check ` +
      `${convex.siteUrl}/stripe among Stripe's event destinations and at the deployment's log (npx convex logs); ` +
      "increase --patience.",
    timeoutMs,
  );

const published = once(async () => {
  const [{ client }, { assistantId }] = [await owner(), await assistant()];
  await subscription();
  return client.mutation(api.assistants.togglePublishAssistant, { assistantId });
}, requireEvents);

const call = once(async () => {
  const account = atVapi();
  const { token } = await owner();
  const { embedId } = await assistant();
  // Without a subscription only the owner can call, as a test.
  if (stripeKeys !== undefined) await published();
  const bearer = stripeKeys === undefined ? token : embedId;
  const page =
    bearer === embedId
      ? { pageToken: await fetchPageToken(convex.siteUrl, embedId), sites: [] }
      : {};
  const answer = await fetch(`${convex.siteUrl}/call/web`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${bearer}`,
      "Content-Type": "application/json",
      Origin: "https://a.example",
    },
    body: JSON.stringify({ assistantId: embedId, ...page }),
  });
  const mintedMs = performance.now();
  const minted = (await answer.json()) as { id: string; webCallUrl: string };
  expect(answer.status, JSON.stringify(minted)).toBe(201);
  await endCall(account, minted.id);
  return { ...minted, mintedMs };
}, requireCalls);

/** https://docs.vapi.ai/calls/call-features: where nobody has joined yet, the address may not listen; then the wait for a customer ends the call. */
async function endCall(account: VapiAccount, id: string): Promise<void> {
  const { body } = await account.request("GET", `/call/${id}`);
  const { monitor } = body as { monitor?: { controlUrl?: string } };
  const controlUrl = must(monitor?.controlUrl, "the call's control address");
  await fetch(controlUrl, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ type: "end-call" }),
  });
}

const ofVapi = once(async () => {
  const account = atVapi();
  const { platformId } = await assistant();
  const made = (await account.request("GET", `/assistant/${platformId}`)).body as {
    model: { toolIds: string[] };
  };
  const toolId = must(made.model.toolIds[0], "the assistant's tool");
  const tool = (await account.request("GET", `/tool/${toolId}`)).body as {
    knowledgeBases: { fileIds: string[] }[];
  };
  const fileId = must(tool.knowledgeBases[0]?.fileIds[0], "the tool's file");
  const file = (await account.request("GET", `/file/${fileId}`)).body;
  return { made, tool, file, toolId };
}, atVapi);

test("an assistant is made at Vapi as it was saved, with its tool and its file", async () => {
  const { made, tool, file } = await ofVapi();
  const { systemPrompt } = newAssistant();
  expect(made).toMatchObject({
    name: run,
    firstMessage: `Hello, this is ${run}. How can I help you?`,
    server: { url: `${convex.siteUrl}/vapi` },
    voice: { provider: "11labs" },
    model: { messages: [{ content: expect.stringContaining(systemPrompt) as string }] },
  });
  expect(tool).toMatchObject({ type: "query" });
  expect(file).toMatchObject({ name: `${run}.txt` });
  const faults = await diagnosis(convex, examineVoice, "none", timeoutMs);
  expect(faults).toBe("none");
});

test("nobody publishes without a subscription", async () => {
  const [{ client }, { assistantId, embedId }] = [await owner(), await assistant()];
  await expect(
    client.mutation(api.assistants.togglePublishAssistant, { assistantId }),
  ).rejects.toMatchObject({ data: { code: "subscription_required" } });
  expect(await visitor.query(api.assistants.getAssistantByEmbedId, { embedId })).toBeNull();
});

test("subscribing leads to a page of Stripe's, for one customer who is the owner", async () => {
  const { url, session, count } = await checkout();
  expect(session).toMatchObject({ url, mode: "subscription", status: "open" });
  expect([session.livemode, count]).toEqual([false, 1]);
});

test("a subscription that begins at Stripe is shown, and the open page is closed", async () => {
  const stripe = atStripe();
  await subscription();
  const { session } = await checkout();
  await within({
    what: "The payment page that was open is not closed",
    timeoutMs,
    find: async () => {
      const { status } = await stripe.checkout.sessions.retrieve(session.id);
      return status === "expired" ? status : null;
    },
    why: whyNoEvent,
  });
});

test("the first payment is shown when the trial ends", async () => {
  const stripe = atStripe();
  const { id, status } = await subscription();
  if (status === "trialing") await stripe.subscriptions.update(id, { trial_end: "now" });
  await shownAs("active", "The first payment is not shown by Hark");
});

test("who subscribes publishes, and visitors find the assistant", async () => {
  expect(await published()).toBe(true);
  const { embedId } = await assistant();
  expect(await visitor.query(api.assistants.getAssistantByEmbedId, { embedId })).toMatchObject({
    embedId,
  });
});

test("a call through the talk button's door is reported by Vapi when it ends, and listed", async () => {
  const { webCallUrl, mintedMs } = await call();
  expect(URL.canParse(webCallUrl)).toBe(true);
  const { client } = await owner();
  await within({
    what: "The call's end was not reported to Hark",
    timeoutMs: Math.min(timeoutMs, ASKS_ITSELF_AFTER_MS - (performance.now() - mintedMs)),
    find: async () => {
      const [newest] = await client.query(api.calls.recentCalls, {});
      return newest?.status === "ended" ? newest : null;
    },
    why: () =>
      diagnosis(
        convex,
        examineVoice,
        `The door lets reports in. -> Look at the call's webhooks in Vapi's dashboard, and whether ` +
          `${convex.siteUrl}/vapi can be reached from outside.`,
        timeoutMs,
      ),
  });
  const calls = await client.action(api.calls.listCalls, {});
  expect(calls).toMatchObject([{ status: "ended", assistant: { name: run } }]);
});

test("an owner cancels, at Stripe too", async () => {
  const stripe = atStripe();
  const { id } = await subscription();
  const { client } = await owner();
  await client.action(api.subscriptions.cancelSubscription, {});
  const { cancel_at_period_end, cancel_at } = await stripe.subscriptions.retrieve(id);
  expect(cancel_at_period_end || cancel_at !== null).toBe(true);
  expect(await client.query(api.subscriptions.getUserSubscription, {})).toMatchObject({
    cancelAtPeriodEnd: true,
  });
});

test("an account that is deleted leaves nothing at the vendors", async () => {
  const { client } = await owner();
  // What did not succeed has failed in its own case.
  const customer = stripeKeys === undefined ? null : (await checkout()).customer;
  const made = vapi === undefined ? null : await ofVapi();
  const callId = await callMade().catch(() => null);
  await client.mutation(api.account.deleteAccount, {});
  await within({
    what: "Not everything was removed",
    timeoutMs: REMOVED_WITHIN_MS,
    find: async () => ((await left()).length === 0 ? true : null),
    why: async () =>
      `Left: ${(await left()).join(", ")}. -> npx convex run operator:attention lists work that was given up; the ` +
      "runner removes these now.",
  });

  async function callMade(): Promise<string | null> {
    const isMade = vapi?.mayCall === true && canReach(vapi, convex.url);
    return isMade ? (await call()).id : null;
  }

  async function left(): Promise<string[]> {
    const still: string[] = [];
    if (customer !== null) {
      const found = await atStripe().customers.retrieve(customer);
      if (found.deleted !== true) still.push(`Stripe's customer ${customer}`);
    }
    if (vapi === undefined || made === null) return still;
    still.push(...(await namedAt(vapi, run)));
    const others = [`/tool/${made.toolId}`, ...(callId === null ? [] : [`/call/${callId}`])];
    for (const one of others) {
      const { status } = await atVapi().request("GET", one);
      if (status !== 404 && !still.includes(one)) still.push(one);
    }
    return still;
  }
});
