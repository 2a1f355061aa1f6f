/** The demo's owner signs up, creates assistants, pays and publishes, as every owner does. */
import { randomUUID } from "node:crypto";
import type { Business } from "./conversation.ts";
import { asOperator, asOwner, upload } from "../start/deployment.ts";
import type { Deployment } from "../start/deployment.ts";
import type { CliSettings } from "../start/cli-settings.ts";

export interface Credentials {
  email: string;
  password: string;
}

/** What a browser stores while somebody is signed in. */
export interface Tokens {
  token: string;
  refreshToken: string;
}

const CARD = { method: "card", number: "4242424242424242", expiry: "12 / 49", cvc: "123" };
const WEEK_MS = 7 * 24 * 3_600_000;
const HOLDER = "Ada Owner";

type SignInDetails = Credentials & { browser: string; timeZone?: string };

/** Signs up and confirms the address, which a free trial requires. */
export async function signUp(
  backend: CliSettings,
  credentials: SignInDetails,
): Promise<Deployment> {
  const { token } = await requestTokens(backend.url, { ...credentials, flow: "signUp" });
  await asOperator(backend).mutation("operator:confirmAddress", { email: credentials.email });
  return asOwner(backend.url, token);
}

export async function signIn(url: string, credentials: SignInDetails): Promise<Tokens> {
  return await requestTokens(url, { ...credentials, flow: "signIn" });
}

async function requestTokens(url: string, params: object): Promise<Tokens> {
  const visitor = asOwner(url, null);
  const signing = { provider: "password", params };
  return (await visitor.action<{ tokens: Tokens }>("auth:signIn", signing)).tokens;
}

/** Subscribes on Stripe's hosted page with a card that is always accepted. */
export async function subscribe(owner: Deployment, planType: "STARTER" | "PRO"): Promise<void> {
  const url = await owner.action<string | null>("subscriptions:subscribe", { planType });
  if (url === null) throw new Error("The demo's owner has a subscription already");
  const body = new URLSearchParams({ ...CARD, name: HOLDER });
  const answer = await fetch(url, { method: "POST", body, redirect: "manual" });
  if (answer.status >= 400) throw new Error(`The checkout was refused: ${answer.status}`);
}

/** Creates an assistant with all that it knows. Returns its ID. */
export async function createAssistant(owner: Deployment, business: Business): Promise<string> {
  const { assistant, knowledge } = business;
  const { name, systemPrompt, assistantGoal, voice, findings, successWords } = assistant;
  const link = await owner.mutation<string>("assistants:generateUploadUrl");
  const file = new Blob([knowledge.text], { type: "text/plain" });
  const known = {
    knowledgeFileId: await upload(link, file),
    knowledgeFileName: knowledge.name,
  };
  const toRecord = { name, systemPrompt, assistantGoal, voice, findings, successWords, ...known };
  const voiceAssistantId = await owner.action("assistants:createVoiceAssistant", toRecord);
  const assistantId = await owner.mutation<string>("assistants:createAssistant", {
    ...{ ...assistant, ...known },
    ...{ embedId: randomUUID(), voiceAssistantId },
  });
  for (const answer of business.answers) {
    await owner.mutation("knowledge:saveAnswer", { assistantId, ...answer });
  }
  return assistantId;
}

/** The notes end in a week. */
export async function addNotes(
  owner: Deployment,
  assistantId: string,
  { notes }: Business,
  nowMs: number,
): Promise<void> {
  for (const text of notes) {
    await owner.mutation("knowledge:addNote", { assistantId, text, endsAtMs: nowMs + WEEK_MS });
  }
}

export async function publish(owner: Deployment, assistantId: string): Promise<void> {
  await owner.mutation("assistants:togglePublishAssistant", { assistantId });
}
