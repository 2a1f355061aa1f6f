/** Walks the main paths of a deployment as an owner and a visitor do. The doctor checks how it is set up. */
import { randomBytes } from "node:crypto";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { VOICES } from "../../../convex/shared/voices.ts";
import { isOurs, visit } from "../examine/app.ts";
import { findingsOn, reasonOf } from "../examine/finding.ts";
import type { Finding } from "../examine/finding.ts";
import type { Facts } from "../examine/target.ts";

const { ok, fault } = findingsOn("smoke");

const SIGN_IN = makeFunctionReference<"action">("auth:signIn");
const CREATE_VOICE_ASSISTANT = makeFunctionReference<"action">("assistants:createVoiceAssistant");
const CREATE_ASSISTANT = makeFunctionReference<"mutation">("assistants:createAssistant");
const GET_ASSISTANT = makeFunctionReference<"query">("assistants:getAssistant");
const DELETE_ACCOUNT = makeFunctionReference<"mutation">("account:deleteAccount");

export interface SmokeTarget {
  facts: Pick<Facts, "cloudUrl" | "siteUrl">;
  /** The app's address. */
  appUrl: string;
  /** The version that functions and app must have. */
  version: string;
}

const TIMEOUT_MS = 20_000;
const UPLOAD =
  "Upload dist to the host of PREVIEW_SITE_URL, or let --put do it, and preview again.";
const LOGS = "The deployment's logs say why: npx convex logs.";

export async function smoke({ facts, appUrl, version }: SmokeTarget): Promise<Finding[]> {
  const { siteUrl, cloudUrl } = facts;
  const found = await Promise.all([
    check("functions-version", LOGS, async () => {
      const actual = await versionAt(`${siteUrl}/v1/version`);
      if (actual !== version) throw new Error(`the functions are of version ${actual}`);
      return `The functions are of version ${version}.`;
    }),
    check("app-version", UPLOAD, async () => {
      const actual = await versionAt(new URL("/version.json", appUrl).href);
      if (actual !== version) throw new Error(`the app at ${appUrl} is of version ${actual}`);
      return `The app is of version ${version}.`;
    }),
    check("health", LOGS, async () => {
      const answer = await ask(`${siteUrl}/health`);
      if (!answer.ok) throw new Error(`/health answers ${answer.status}: ${await answer.text()}`);
      return "The deployment is healthy.";
    }),
    check("sign-in-page", UPLOAD, async () => {
      const { status, body } = await visit(new URL("/login", appUrl), TIMEOUT_MS);
      if (status !== 200 || !isOurs(body)) {
        throw new Error(`/login answers ${status} and is not a page of Hark`);
      }
      return "The sign-in page is served.";
    }),
    check("owner", LOGS, async () => {
      await tryAsOwner(new ConvexHttpClient(cloudUrl, { logger: false }));
      return "An owner signed up, created an assistant, read it and deleted the account.";
    }),
  ]);
  return found;
}

async function tryAsOwner(client: ConvexHttpClient): Promise<void> {
  const unique = randomBytes(6).toString("hex");
  // At a domain that does not exist, in case the preview can send mail.
  const account = {
    email: `preview-${unique}@preview.test`,
    password: randomBytes(16).toString("hex"),
  };
  const params = { ...account, flow: "signUp" };
  const signedIn = (await client.action(SIGN_IN, { provider: "password", params })) as {
    tokens?: { token: string } | null;
  };
  if (!signedIn.tokens) throw new Error("signing up gave no session");
  client.setAuth(signedIn.tokens.token);
  try {
    const spoken = {
      name: "Preview",
      systemPrompt: "You answer questions about the bakery.",
      assistantGoal: "Take an order.",
      voice: VOICES[0].id,
    };
    const voiceAssistantId = (await client.action(CREATE_VOICE_ASSISTANT, spoken)) as string;
    const assistantId = (await client.mutation(CREATE_ASSISTANT, {
      ...spoken,
      voiceAssistantId,
      embedId: crypto.randomUUID(),
      widgetColor: "#3b82f6",
      widgetIcon: "mic",
      widgetSize: "medium",
    })) as string;
    const { name } = (await client.query(GET_ASSISTANT, { assistantId })) as { name: string };
    if (name !== spoken.name) throw new Error(`the assistant is called ${name}`);
  } finally {
    // Also removes the assistant at the voice platform.
    await client.mutation(DELETE_ACCOUNT, {});
  }
}

async function check(code: string, fix: string, run: () => Promise<string>): Promise<Finding> {
  try {
    return ok(code, await run());
  } catch (error) {
    return fault(code, `The smoke test failed: ${reasonOf(error)}.`, fix);
  }
}

async function versionAt(url: string): Promise<string> {
  const answer = await ask(url);
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  const { version } = (await answer.json()) as { version?: unknown };
  return String(version);
}

async function ask(url: string): Promise<Response> {
  return await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
}
