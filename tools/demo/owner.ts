/** The demo's owner, who does what every owner does: signs up, makes assistants, pays, publishes. */
import { randomUUID } from "node:crypto";
import type { Business } from "./talk.ts";
import { asOperator, asOwner, upload } from "../start/deployment.ts";
import type { Deployment } from "../start/deployment.ts";
import type { CliSettings } from "../start/cli-settings.ts";

export interface Credentials {
  email: string;
  password: string;
}

/** What a browser keeps of one who is signed in. */
export interface Tokens {
  token: string;
  refreshToken: string;
}

const CARD = { method: "card", number: "4242424242424242", expiry: "12 / 49", cvc: "123" };
const HOLDER = "Ada Owner";

type Arrival = Credentials & { browser: string; timeZone?: string };

/** Whose address is confirmed, as a free trial asks. */
export async function signUp(backend: CliSettings, who: Arrival): Promise<Deployment> {
  const { token } = await enter(backend.url, { ...who, flow: "signUp" });
  await asOperator(backend).mutation("operator:confirmAddress", { email: who.email });
  return asOwner(backend.url, token);
}

export async function signIn(url: string, who: Arrival): Promise<Tokens> {
  return await enter(url, { ...who, flow: "signIn" });
}

async function enter(url: string, params: object): Promise<Tokens> {
  const visitor = asOwner(url, null);
  const signing = { provider: "password", params };
  return (await visitor.action<{ tokens: Tokens }>("auth:signIn", signing)).tokens;
}

/** On Stripe's hosted page, with a card that is always accepted. */
export async function subscribe(owner: Deployment, planType: "STARTER" | "PRO"): Promise<void> {
  const url = await owner.action<string | null>("subscriptions:subscribe", { planType });
  if (url === null) throw new Error("The demo's owner has a subscription already");
  const body = new URLSearchParams({ ...CARD, name: HOLDER });
  const answer = await fetch(url, { method: "POST", body, redirect: "manual" });
  if (answer.status >= 400) throw new Error(`The checkout was refused: ${answer.status}`);
}

/** With its knowledge file; answers its id. */
export async function createAssistant(owner: Deployment, business: Business): Promise<string> {
  const { assistant, knowledge } = business;
  const { name, systemPrompt, assistantGoal, voice, findings, successWords } = assistant;
  const link = await owner.mutation<string>("assistants:generateUploadUrl");
  const file = new Blob([knowledge.text], { type: "text/plain" });
  const known = {
    knowledgeFileId: await upload(link, file),
    knowledgeFileName: knowledge.name,
  };
  const spoken = { name, systemPrompt, assistantGoal, voice, findings, successWords, ...known };
  const voiceAssistantId = await owner.action("assistants:createVoiceAssistant", spoken);
  return await owner.mutation<string>("assistants:createAssistant", {
    ...{ ...assistant, ...known },
    ...{ embedId: randomUUID(), voiceAssistantId },
  });
}

export async function publish(owner: Deployment, assistantId: string): Promise<void> {
  await owner.mutation("assistants:togglePublishAssistant", { assistantId });
}
