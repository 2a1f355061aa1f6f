/** `npm run deploy` and `npm run doctor`, with servers of this machine in place of the real ones. */
import { spawn } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import path from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { FunctionArgs } from "convex/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startCalCom } from "@hark/calcom-stand-in";
import { EVENT_TYPES, linkTo } from "@hark/calcom-stand-in/events";
import { startMessengers } from "@hark/messengers-stand-in";
import { EXAMPLES } from "@hark/messengers-stand-in/addresses";
import { closeServer, listen } from "@hark/stand-in-kit/listening";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../../convex/_generated/api";
import { MIGRATIONS } from "../../../convex/shared/migrations.ts";
import { serveStaticSite } from "../../../tools/start/web/app-server.ts";
import { proxyWidgetPages } from "../../../tools/start/web/widget-page-proxy.ts";
import { openStaticSite } from "../../../tools/start/web/static-site.ts";
import { deploy } from "../../../tools/operate/deploy/steps.ts";
import type { DeployOptions } from "../../../tools/operate/deploy/steps.ts";
import { openDeployment } from "../../../tools/operate/deployment.ts";
import type { Deployment, Variables } from "../../../tools/operate/deployment.ts";
import { examine } from "../../../tools/operate/examine/examine.ts";
import type { Finding } from "../../../tools/operate/examine/finding.ts";
import type { Facts } from "../../../tools/operate/examine/target.ts";
import { stripeFrom } from "../../../tools/operate/vendors.ts";
import { adminClient, setEnvironment } from "../../admin-client.ts";
import { eventually } from "../../eventually.ts";
import { newAccount } from "../../fixtures/account.ts";
import { newAssistant } from "../samples.ts";
import { openFarAway } from "./far-away.ts";
import type { FarAway } from "./far-away.ts";

let far: FarAway;
let options: DeployOptions;
let output: string[];

beforeAll(async () => {
  far = await openFarAway();
  const { backend, stripe, voice, host, closing } = far;
  const credentials = {
    CONVEX_SELF_HOSTED_URL: backend.url,
    CONVEX_SELF_HOSTED_ADMIN_KEY: backend.adminKey,
  };
  options = {
    deployment: await openDeployment(credentials, closing),
    settings: {
      SITE_URL: host.url,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_API_URL: stripe.url,
      VAPI_PRIVATE_KEY: voice.privateKey,
      VAPI_API_URL: voice.url,
      VITE_CALL_MACHINE_URL: voice.callMachineUrl,
      SALES_EMAIL: "sales@example.com",
    },
    ask: null,
    release: null,
    outFolder: far.outFolder,
    put: null,
    voices: null,
    closing,
    log: (line) => output.push(line),
  };
  output = [];
});
afterAll(() => far.closing.close());

/** More than one batch of a migration. */
const OLD_STOPS = 120;

/** Addresses that get no mail, as an earlier version stored them. */
async function insertOldStops(): Promise<void> {
  const documents = Array.from({ length: OLD_STOPS }, (_, n) => ({
    address: `owner-${n}@old.example`,
    reason: "bounced",
  }));
  const add = makeFunctionReference<"mutation">("_system/frontend/addDocument");
  const { url, adminKey } = far.backend;
  await adminClient(url, adminKey).mutation(add, { table: "mailStops", documents });
}

async function storedStops(): Promise<unknown[]> {
  const read = makeFunctionReference<"query">("_system/cli/tableData");
  const paginationOpts = { cursor: null, numItems: 1_000 };
  const { url, adminKey } = far.backend;
  const { page } = (await adminClient(url, adminKey).query(read, {
    table: "mailStops",
    order: "asc",
    paginationOpts,
  })) as { page: unknown[] };
  return page;
}

const setVariable = (name: string, value: string | null) =>
  setEnvironment(far.backend, { [name]: value });

const faultsIn = (findings: Finding[]) =>
  findings.filter(({ verdict }) => verdict === "fault").map(({ code }) => code);

async function host(): Promise<void> {
  const origins = {
    backendUrl: far.backend.url,
    siteUrl: far.backend.siteUrl,
    voiceUrls: [far.voice.url],
  };
  const site = serveStaticSite(await openStaticSite(far.outFolder, origins));
  far.host.use(proxyWidgetPages(far.backend.siteUrl, site));
}

test("settings that cannot be used change nothing", async () => {
  const without = (name: string) => ({ ...options.settings, [name]: "" });
  await expect(deploy({ ...options, settings: without("STRIPE_SECRET_KEY") })).rejects.toThrow(
    "not set: STRIPE_SECRET_KEY",
  );
  const settings = {
    ...options.settings,
    SITE_URL: "http://hark.example/",
    VOICE_CONCURRENCY: "many",
  };
  await expect(deploy({ ...options, settings })).rejects.toThrow(
    /Nothing was changed[^]*SITE_URL[^]*VOICE_CONCURRENCY/,
  );
  expect(await options.deployment.variables()).toEqual({});
});

test("a deploy turns keys into a running Hark that lacks only the uploaded app", async () => {
  await insertOldStops();
  const { STRIPE_SECRET_KEY, ...settings } = options.settings;
  const ask = (name: string) => {
    prompted.push(name);
    return Promise.resolve(STRIPE_SECRET_KEY ?? "");
  };
  const prompted: string[] = [];
  const findings = await deploy({ ...options, settings, ask });
  expect(prompted).toEqual(["STRIPE_SECRET_KEY"]);
  expect(faultsIn(findings)).toEqual(["page-owners", "page-visitors", "embed-script"]);
  expect(output.join("\n")).toContain(`to the host of ${far.host.url}`);
  await host();
  const examined = await examine(options);
  expect(faultsIn(examined)).toEqual([]);
  expect(examined.map(({ code }) => code)).toContain("widget-page-not-proxied");
  const variables = await options.deployment.variables();
  expect(variables).toMatchObject({ SITE_URL: far.host.url, SALES_EMAIL: "sales@example.com" });
  expect(variables.STRIPE_WEBHOOK_SECRET).toMatch(/^whsec_/);
});

test("a deploy updates the rows that an earlier version stored", async () => {
  expect(output).toContain("Updating the stored data.");
  expect(await storedStops()).toHaveLength(OLD_STOPS);
  expect(JSON.stringify(await storedStops())).not.toContain("@");
  expect(await options.deployment.run("operator:migrationStates")).toMatchObject(
    MIGRATIONS.map((name) => ({ name, state: "done" })),
  );
});

test("the doctor examines the deployment that the file names, and reports what is missing", async () => {
  const { backend } = far;
  const file = path.join(path.dirname(far.outFolder), "cloud.env");
  await writeFile(
    file,
    `CONVEX_SELF_HOSTED_URL=${backend.url}\nCONVEX_SELF_HOSTED_ADMIN_KEY='${backend.adminKey}'\n`,
  );
  const doctor = (...args: string[]) =>
    runProgram(["--import", "tsx", "tools/operate/doctor.ts", ...args]);
  const ok = await doctor("--env-file", file);
  expect(ok).toMatchObject({ code: 0 });
  expect(ok.text).toContain("An event arrived with a valid signature.");
  expect(ok.text).toContain("No fault found");
  expect(await doctor()).toMatchObject({
    code: 1,
    text: expect.stringContaining("CONVEX_DEPLOY_KEY") as string,
  });
  // Some versions of Node look for a file of this option themselves, and report that it is missing.
  expect((await doctor("--env-file", "absent.env")).text).toMatch(/no file absent|absent.env: not/);
  expect((await doctor("--env-fil", file)).text).toContain("npm run doctor -- --env-file FILE");
  expect(await doctor("--help")).toMatchObject({
    code: 0,
    text: expect.stringContaining("npm run doctor -- --env-file FILE") as string,
  });
});

test("the doctor's instructions name the deployment that it examined", async () => {
  const { backend } = far;
  const file = path.join(path.dirname(far.outFolder), "faulty.env");
  await writeFile(
    file,
    `CONVEX_SELF_HOSTED_URL=${backend.url}\nCONVEX_SELF_HOSTED_ADMIN_KEY='${backend.adminKey}'\n`,
  );
  const { VAPI_PRIVATE_KEY = "", VAPI_WEBHOOK_SECRET = "" } = await options.deployment.variables();
  await options.deployment.setVariables({ VAPI_PRIVATE_KEY: "", VAPI_WEBHOOK_SECRET: "" });
  const { text } = await runProgram([
    ...["--import", "tsx", "tools/operate/doctor.ts"],
    ...["--env-file", file],
  ]);
  await options.deployment.setVariables({ VAPI_PRIVATE_KEY, VAPI_WEBHOOK_SECRET });
  expect(text).toContain(`-> npx convex env set --env-file ${file} VAPI_PRIVATE_KEY`);
  expect(text).toContain(`-> npm run deploy -- --env-file ${file} creates it.`);
});

test("a second deploy keeps keys, prices and the endpoint", async () => {
  const stripe = stripeFrom(await options.deployment.variables());
  const counted = async () => [
    await options.deployment.variables(),
    (await stripe.webhookEndpoints.list()).data,
    (await stripe.prices.list()).data,
    (await stripe.billingPortal.configurations.list()).data,
  ];
  const before = await counted();
  const endpoint = must((await stripe.webhookEndpoints.list()).data[0], "the endpoint");
  await stripe.webhookEndpoints.update(endpoint.id, { enabled_events: ["invoice.paid"] });
  // The deployment has stored the settings of the first deploy.
  const { SITE_URL = "", VITE_CALL_MACHINE_URL = "" } = options.settings;
  const settings = { SITE_URL, VITE_CALL_MACHINE_URL };
  expect(faultsIn(await deploy({ ...options, settings, put: "true" }))).toEqual([]);
  expect(await counted()).toEqual(before);
  const assets = path.join(far.outFolder, "assets");
  const scripts = (await readdir(assets)).filter((name) => name.endsWith(".js"));
  const texts = await Promise.all(scripts.map((name) => readFile(path.join(assets, name), "utf8")));
  expect(texts.join("\n")).toContain("sales@example.com");
});

// T20: docs/security.md
test("a deploy sends the voice platform the assistants that were last sent with other settings", async () => {
  const deployment = atOnce();
  await setVariable("VAPI_PUBLIC_KEY", far.voice.publicKey);
  const examined = await examine({ deployment, voices: null });
  const finding = examined.find(({ code }) => code === "outdated");
  expect(finding?.verdict).toBe("fault");
  // So far there is only the landing-page assistant.
  expect(finding?.message).toMatch(/: 1, "Hark" \(\w+\)\.$/);
  await deploy({ ...options, put: "true" });
  const { assistants } = (await deployment.run("operator:facts")) as Facts;
  const platformId = must(assistants?.[0]?.platformId, "the assistant at the platform");
  await eventually(async () => {
    const headers = { Authorization: `Bearer ${far.voice.privateKey}` };
    const answer = await fetch(`${far.voice.url}/assistant/${platformId}`, { headers });
    const { monitorPlan } = (await answer.json()) as { monitorPlan: Record<string, boolean> };
    return monitorPlan.controlAuthenticationEnabled === true;
  });
  await eventually(async () => {
    const codes = (await examine({ deployment, voices: null })).map(({ code }) => code);
    return codes.includes("up-to-date");
  });
});

test("an endpoint whose secret was lost is replaced", async () => {
  const variables = await options.deployment.variables();
  await setVariable("STRIPE_WEBHOOK_SECRET", null);
  // The last step may fail, and the error says so; the earlier steps keep their results.
  await expect(deploy({ ...options, put: "exit 3" })).rejects.toThrow("`exit 3` failed (3)");
  const after = await options.deployment.variables();
  expect(after.STRIPE_WEBHOOK_SECRET).toMatch(/^whsec_/);
  expect(after.STRIPE_WEBHOOK_SECRET).not.toBe(variables.STRIPE_WEBHOOK_SECRET);
  expect((await stripeFrom(after).webhookEndpoints.list()).data).toHaveLength(1);
});

test("a deploy replaces the voices that their provider withdraws, and leaves those that the operator has chosen", async () => {
  await setVariable("VOICE_IDS", '{"sarah":"chosen"}');
  const deployment = { ...atOnce(), push: () => Promise.reject(new Error("Far enough")) };
  const deployed = deploy({ ...options, deployment, replacesVoices: true });
  await expect(deployed).rejects.toThrow("Far enough");
  const { VOICE_IDS = "" } = await options.deployment.variables();
  expect(JSON.parse(VOICE_IDS)).toMatchObject({
    sarah: "chosen",
    jessica: "g7LVvkPWALzPxOQbF6OE",
  });
  await setVariable("VOICE_IDS", null);
});

async function runProgram(args: string[]): Promise<{ code: number | null; text: string }> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("CONVEX_"));
  const child = spawn(process.execPath, args, { env: Object.fromEntries(own) });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  }
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, text };
}

/** The same deployment without the CLI, whose processes take seconds. */
function atOnce(): Deployment {
  const admin = adminClient(far.backend.url, far.backend.adminKey);
  const query = (name: string) => admin.query(makeFunctionReference<"query">(name), {});
  const run = async (name: string): Promise<unknown> =>
    name === "operator:reach"
      ? await admin.action(makeFunctionReference<"action">(name), {})
      : await query(name);
  return {
    ...options.deployment,
    run,
    async variables() {
      const list = (await query("_system/cli/queryEnvironmentVariables")) as {
        name: string;
        value: string;
      }[];
      return Object.fromEntries(list.map(({ name, value }) => [name, value]));
    },
  };
}

describe("the doctor", () => {
  let deployment: Deployment;
  let client: ConvexHttpClient;
  let ok: Variables;
  let platformId: string;

  beforeAll(async () => {
    deployment = atOnce();
    ok = await deployment.variables();
    client = new ConvexHttpClient(far.backend.url, { logger: false });
    const params = { ...newAccount("doctor"), flow: "signUp" };
    const { tokens } = await client.action(api.auth.signIn, { provider: "password", params });
    client.setAuth(must(tokens, "the owner's tokens").token);
    const assistant = newAssistant();
    const { name, systemPrompt, assistantGoal, voice } = assistant;
    const spoken = { name, systemPrompt, assistantGoal, voice };
    platformId = await client.action(api.assistants.createVoiceAssistant, spoken);
    await client.mutation(api.assistants.createAssistant, {
      ...assistant,
      voiceAssistantId: platformId,
    });
  });

  const examined = (voices: DeployOptions["voices"] = null) => examine({ deployment, voices });

  async function withVariables(changes: Record<string, string | null>, codes: string[]) {
    for (const [name, value] of Object.entries(changes)) await setVariable(name, value);
    try {
      expect(faultsIn(await examined())).toEqual(codes);
    } finally {
      for (const name of Object.keys(changes)) await setVariable(name, ok[name] ?? null);
    }
  }

  async function atVendor(path: string, method: string, body?: object): Promise<void> {
    const answer = await fetch(`${far.voice.url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${far.voice.privateKey}`,
        "Content-Type": "application/json",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }

  async function withServer(answer: RequestListener, use: (url: string) => Promise<void>) {
    const server = createServer(answer);
    const url = await listen(server, 0);
    try {
      await use(url);
    } finally {
      await closeServer(server);
    }
  }

  test("finds nothing wrong with a sound deployment", async () => {
    const findings = await examined();
    expect(faultsIn(findings)).toEqual([]);
    expect(findings.map(({ code }) => code)).toEqual([
      "variables",
      "sessions",
      "price-STARTER",
      "price-PRO",
      "endpoint",
      "delivery",
      "stripe-clock",
      "voice-key",
      "in-step",
      "up-to-date",
      "reports",
      "voices-unasked",
      "voices-ending",
      "typing",
      "mail-off",
      "app",
      "versions",
      "plans",
      "work",
      "clock",
    ]);
  });

  // T58: docs/security.md
  test.each([
    [{ SITE_URL: null }, ["SITE_URL-missing"]],
    [{ SITE_URL: "hark.example" }, ["SITE_URL-wrong"]],
    // Of the owner's assistant and of the landing-page assistant.
    [
      { VAPI_WEBHOOK_SECRET: "short" },
      ["VAPI_WEBHOOK_SECRET-wrong", "out-of-step", "out-of-step", "outdated"],
    ],
    [{ VAPI_PUBLIC_KEY: null }, ["outdated"]],
    [{ VOICE_CONCURRENCY: "0" }, ["VOICE_CONCURRENCY-wrong"]],
    [{ VOICE_IDS: '{"jesica":"x"}' }, ["VOICE_IDS-wrong"]],
    [{ LANGUAGE_MODEL: "gpt-4.1" }, ["LANGUAGE_MODEL-wrong"]],
    [{ SALES_EMAIL: "nobody" }, ["SALES_EMAIL-wrong"]],
    [{ MAIL_RECEIVING_DOMAIN: "https://hark.example" }, ["MAIL_RECEIVING_DOMAIN-wrong"]],
    [{ RESEND_API_KEY: "re_1" }, ["MAIL_FROM-missing", "RESEND_WEBHOOK_SECRET-missing"]],
    [
      { MAIL_FROM: "Hark <nobody>", RESEND_WEBHOOK_SECRET: "secret" },
      ["RESEND_WEBHOOK_SECRET-wrong", "MAIL_FROM-wrong", "RESEND_API_KEY-missing"],
    ],
    [{ AUTH_GOOGLE_ID: "id" }, ["AUTH_GOOGLE_SECRET-missing"]],
    [{ AUTH_GITHUB_SECRET: "secret" }, ["AUTH_GITHUB_ID-missing"]],
    [{ AUTH_GITHUB_ID: "id", AUTH_GITHUB_SECRET: "secret" }, []],
    [{ TURNSTILE_SITE_KEY: "0x4AAA" }, ["TURNSTILE_SECRET_KEY-missing"]],
    [{ TURNSTILE_SECRET_KEY: "0x4AAA" }, ["TURNSTILE_SITE_KEY-missing"]],
    [{ JWT_PRIVATE_KEY: null }, ["JWT_PRIVATE_KEY-missing"]],
    [{ JWKS: '{"keys":[]}' }, ["keys-no-pair"]],
    [{ STRIPE_SECRET_KEY: "sk_test_sim_other" }, ["stripe-key-refused"]],
    [{ STRIPE_WEBHOOK_SECRET: "whsec_other" }, ["delivery-failed"]],
    [{ VAPI_PRIVATE_KEY: "another" }, ["voice-key-refused", "outdated"]],
    [
      { STRIPE_SECRET_KEY: "sk_live_real" },
      [
        "STRIPE_API_URL-with-live-key",
        "VAPI_API_URL-with-live-key",
        "SITE_URL-with-live-key",
        "stripe-silent",
      ],
    ],
  ])("finds what %j breaks", withVariables);

  test("finds that the webhook endpoint is missing, disabled, or receives too few events", async () => {
    const { webhookEndpoints } = stripeFrom(ok);
    const endpoint = must((await webhookEndpoints.list()).data[0], "the endpoint");
    const { id, url, enabled_events } = endpoint;
    const changed = async (change: { disabled?: boolean; enabled_events?: ["invoice.paid"] }) => {
      await webhookEndpoints.update(id, change);
      return faultsIn(await examined());
    };
    expect(await changed({ disabled: true })).toEqual(["endpoint-off"]);
    await webhookEndpoints.update(id, { disabled: false });
    expect(await changed({ enabled_events: ["invoice.paid"] })).toContain("endpoint-events");
    await webhookEndpoints.del(id);
    expect(faultsIn(await examined())).toEqual(["endpoint-missing"]);
    const created = await webhookEndpoints.create({ url, enabled_events: enabled_events as ["*"] });
    await setVariable("STRIPE_WEBHOOK_SECRET", must(created.secret, "its secret"));
    ok = await deployment.variables();
    expect(faultsIn(await examined())).toEqual([]);
  });

  test("finds a price that differs from the plan's", async () => {
    const { prices } = stripeFrom(ok);
    const { data } = await prices.list({ lookup_keys: ["plan_pro_monthly_usd_4900"] });
    const right = must(data[0], "the price");
    const wrong = await prices.create({
      product: right.product as string,
      currency: "usd",
      unit_amount: 400,
      recurring: { interval: "year" },
      lookup_key: "plan_pro_monthly_usd_4900",
      transfer_lookup_key: true,
    });
    const findings = await examined();
    expect(faultsIn(findings)).toEqual(["price-PRO-wrong"]);
    expect(JSON.stringify(findings)).toContain("4 usd every 1 year at Stripe");
    await prices.update(right.id, {
      lookup_key: "plan_pro_monthly_usd_4900",
      transfer_lookup_key: true,
    });
    await prices.update(wrong.id, { active: false });
    expect(faultsIn(await examined())).toEqual([]);
  });

  test("finds an assistant that the voice platform has in another form, or not at all", async () => {
    const server = { url: "https://elsewhere.example/vapi" };
    await atVendor(`/assistant/${platformId}`, "PATCH", { server });
    const [finding] = (await examined()).filter(({ verdict }) => verdict === "fault");
    expect(finding).toMatchObject({
      code: "out-of-step",
      message: 'The assistant "Ada" reports to https://elsewhere.example/vapi.',
    });
    await atVendor(`/assistant/${platformId}`, "PATCH", {
      server: { url: `${far.backend.siteUrl}/vapi` },
      voice: { provider: "11labs", voiceId: "another" },
    });
    expect(JSON.stringify(await examined())).toContain("has the voice another");
    await atVendor(`/assistant/${platformId}`, "PATCH", {
      voice: { provider: "11labs", voiceId: "cgSgspJ2msm6clMCkdW9" },
      clientMessages: ["conversation-update"],
    });
    expect(JSON.stringify(await examined())).toContain(
      "sends more than captions to visitors' pages",
    );
    await atVendor(`/assistant/${platformId}`, "DELETE");
    expect(JSON.stringify(await examined())).toContain("does not exist at the voice platform");
    const admin = adminClient(far.backend.url, far.backend.adminKey);
    await admin.mutation(makeFunctionReference<"mutation">("operator:resyncAssistants"), {});
    await eventually(async () => faultsIn(await examined()).length === 0);
  });

  test("finds that the voice platform answers no typed messages", async () => {
    const { url, privateKey, controlToken } = far.voice;
    const answersWith = async (status: number) => {
      const set = await fetch(`${url}/_control/faults`, {
        method: "POST",
        headers: { "x-control-token": controlToken, "Content-Type": "application/json" },
        body: JSON.stringify({ method: "POST", path: "/chat", status }),
      });
      expect(set.status).toBe(204);
    };
    await answersWith(402);
    expect(faultsIn(await examined())).toEqual(["typing-unpaid"]);
    await answersWith(400);
    expect(faultsIn(await examined())).toEqual(["model-refused"]);
    await answersWith(500);
    const [finding] = (await examined()).filter(({ code }) => code === "typing-unanswered");
    expect(finding).toMatchObject({ verdict: "unknown" });
    expect((await examined()).map(({ code }) => code)).toContain("typing");
    const headers = { Authorization: `Bearer ${privateKey}` };
    const chats = await fetch(`${url}/chat`, { headers });
    expect(await chats.json()).toMatchObject({ results: [] });
  });

  test("finds missing voices by asking their provider", async () => {
    const lost = JSON.stringify({ detail: { status: "voice_not_found", message: "…" } });
    let answer: [status: number, body: string] = [404, lost];
    await withServer(
      ({ url, headers }, response) => {
        const isKnown = headers["xi-api-key"] === "key";
        const isVoiceMissing = url?.endsWith("cgSgspJ2msm6clMCkdW9") === true;
        const [status, body] = !isKnown ? [401, "{}"] : isVoiceMissing ? answer : [200, "{}"];
        response.writeHead(status).end(body);
      },
      async (apiUrl) => {
        for (const status of [404, 400]) {
          answer = [status, lost];
          expect(faultsIn(await examined({ apiUrl, key: "key" }))).toContain("voice-gone");
        }
        const unasked = async (key: string) => {
          const findings = await examined({ apiUrl, key });
          expect(faultsIn(findings)).not.toContain("voice-gone");
          return findings.find(({ code }) => code === "voices-unasked")?.message;
        };
        for (const status of [400, 429, 500]) {
          answer = [status, "{}"];
          expect(await unasked("key")).toContain("could not tell");
        }
        expect(await unasked("wrong")).toContain("rejects");
      },
    );
  });

  test("finds that the app is missing, has other headers, or belongs to another deployment", async () => {
    const page = '<script type="module" src="/assets/a.js"></script>';
    await withVariables({ SITE_URL: "http://127.0.0.1:9" }, ["app-unreachable"]);
    await withServer(
      (_request, response) => response.end(page),
      async (url) => {
        const codes = ["headers-owners", "headers-visitors", "embed-script"];
        await withVariables({ SITE_URL: url }, codes);
      },
    );
    await withServer(
      (_request, response) =>
        response
          .setHeader("Content-Security-Policy", "default-src https://other.convex.cloud")
          .end(page),
      async (url) => {
        const codes = ["built-for-another-owners", "built-for-another-visitors", "embed-script"];
        await withVariables({ SITE_URL: url }, codes);
      },
    );
  });

  test("finds jobs that failed or that nobody runs", async () => {
    const admin = adminClient(far.backend.url, far.backend.adminKey);
    const nowMs = far.clock.now();
    const work = {
      kind: "voiceDeletion",
      version: 1,
      enqueuedAtMs: nowMs,
      attempts: 1,
      lastError: "no answer",
      leaseId: null,
      leaseUntilMs: null,
    };
    await admin.mutation(makeFunctionReference<"mutation">("_system/frontend/addDocument"), {
      table: "jobs",
      documents: [
        { ...work, key: "a", dueAtMs: null, deadAtMs: nowMs },
        { ...work, key: "b", dueAtMs: nowMs - 600_000, deadAtMs: null },
        // Four run at a time, so the job of every minute finds no slot.
        ...["c", "d", "e", "f"].map((key) => ({
          ...work,
          key,
          leaseId: key,
          leaseUntilMs: nowMs + 3_600_000,
          dueAtMs: null,
          deadAtMs: null,
        })),
      ],
    });
    expect(faultsIn(await examined())).toEqual(
      expect.arrayContaining(["work-late", "work-given-up"]),
    );
  });

  test.each([
    [{}, ["mail-domain"]],
    [{ MAIL_FROM: "hello@other.test" }, ["mail-domain-unverified"]],
    [{ RESEND_API_KEY: "re_other" }, ["mail-key-refused"]],
    [{ RESEND_API_URL: "http://127.0.0.1:9" }, ["mail-silent"]],
    [{ MAIL_RECEIVING_DOMAIN: "hark.test" }, ["mail-domain", "mail-receiving-unannounced"]],
    [{ MAIL_RECEIVING_DOMAIN: "other.test" }, ["mail-domain", "mail-receiving-off"]],
    [{ MAIL_RECEIVING_DOMAIN: "a.resend.app" }, ["mail-domain", "mail-receiving-unannounced"]],
  ])("checks mail: %j", async (changes, codes) => {
    const { url, apiKey, webhookSecret, from } = far.mail;
    const settings: Record<string, string> = {
      RESEND_API_URL: url,
      RESEND_API_KEY: apiKey,
      RESEND_WEBHOOK_SECRET: webhookSecret,
      MAIL_FROM: from,
      ...changes,
    };
    for (const [name, value] of Object.entries(settings)) await setVariable(name, value);
    const findings = (await examined()).filter(({ topic }) => topic === "mail");
    for (const name of Object.keys(settings)) await setVariable(name, null);
    expect(findings.map(({ code }) => code)).toEqual(codes);
  });

  test("finds out whether replies can be read", async () => {
    const { url, apiKey, sendingKey, webhookSecret, from, receivingDomain } = far.mail;
    const variables = {
      ...{ RESEND_API_URL: url, RESEND_API_KEY: apiKey, RESEND_WEBHOOK_SECRET: webhookSecret },
      ...{ MAIL_FROM: from, MAIL_RECEIVING_DOMAIN: receivingDomain },
    };
    for (const [name, value] of Object.entries(variables)) await setVariable(name, value);
    await fetch(`${url}/webhooks`, {
      method: "POST",
      headers: { Authorization: `Bearer ${apiKey}`, "User-Agent": "tests" },
      body: JSON.stringify({
        endpoint: `${far.backend.siteUrl}/mail`,
        events: ["email.bounced", "email.received"],
      }),
    });
    const codes = async () =>
      (await examined()).filter(({ topic }) => topic === "mail").map(({ code }) => code);
    expect(await codes()).toEqual(["mail-domain", "mail-receiving"]);
    await setVariable("RESEND_API_KEY", sendingKey);
    expect(await codes()).toEqual(["mail-domain-unasked", "mail-receiving-unreadable"]);
    for (const name of Object.keys(variables)) await setVariable(name, null);
  });

  test("cannot check the domain with a key that may only send", async () => {
    const variables = {
      RESEND_API_URL: far.mail.url,
      RESEND_API_KEY: far.mail.sendingKey,
      RESEND_WEBHOOK_SECRET: far.mail.webhookSecret,
      MAIL_FROM: far.mail.from,
    };
    for (const [name, value] of Object.entries(variables)) await setVariable(name, value);
    const findings = (await examined()).filter(({ topic }) => topic === "mail");
    for (const name of Object.keys(variables)) await setVariable(name, null);
    expect(findings).toMatchObject([{ code: "mail-domain-unasked", verdict: "unknown" }]);
  });

  // T111: docs/security.md
  test("asks from the deployment whether Cal.com and the messengers that owners use can be reached", async () => {
    const { clock } = far;
    const messengers = await startMessengers({ port: 0, clock });
    const calendar = await startCalCom({ port: 0, clock });
    const services = async (urls: { messengers?: string; calendar?: string } = {}) => {
      await setVariable("MESSENGERS_API_URL", urls.messengers ?? messengers.url);
      await setVariable("CALCOM_URL", urls.calendar ?? calendar.url);
      return (await examined()).filter(({ topic }) => topic === "services");
    };
    const order = async (pageUrl: string, fault: object) =>
      await fetch(`${pageUrl}/faults`, { method: "POST", body: JSON.stringify(fault) });
    expect(await services()).toEqual([]);

    const [assistant] = await client.query(api.assistants.listAssistants, {});
    const { _id: assistantId } = must(assistant, "assistant");
    const link = linkTo(must(EVENT_TYPES[0], "event type"));
    await client.action(api.actions.addCalendar, { assistantId, link, timeZone: "Europe/Berlin" });
    const connect = async (to: FunctionArgs<typeof api.messengers.addMessenger>["to"]) =>
      await client.mutation(api.messengers.addMessenger, { to, events: ["call.ended"] });
    const { slack: url, telegramToken: token, telegramChat: chatId } = EXAMPLES;
    const slackId = await connect({ kind: "slack", url });
    await connect({ kind: "telegram", token, chatId });
    expect(await services()).toMatchObject([
      { code: "calcom", verdict: "ok" },
      { code: "slack", verdict: "ok" },
      { code: "telegram", verdict: "ok" },
    ]);

    await order(messengers.pageUrl, { vendor: "slack", kind: "down" });
    await client.mutation(api.webhooks.sendTest, { endpointId: slackId });
    await eventually(async () => (await services())[1]?.code === "slack-failing");
    await order(calendar.pageUrl, { of: "times", kind: "down" });
    expect((await services())[0]).toMatchObject({ code: "calcom-silent", verdict: "fault" });
    const nowhere = "http://127.0.0.1:9";
    const silent = await services({ messengers: nowhere, calendar: nowhere });
    expect(faultsIn(silent)).toEqual(["calcom-silent", "slack-silent", "telegram-silent"]);
    const refusing = createServer((_request, response) => response.writeHead(403).end());
    const refused = await services({ calendar: await listen(refusing, 0) });
    await closeServer(refusing);
    expect(refused[0]?.code).toBe("calcom-refused");
    const shown = JSON.stringify([silent, refused]);
    for (const secret of [new URL(url).pathname, token]) expect(shown).not.toContain(secret);

    for (const { id } of await client.query(api.messengers.listMessengers, {})) {
      await client.mutation(api.webhooks.removeEndpoint, { endpointId: id });
    }
    for (const { _id: actionId } of await client.query(api.actions.list, { assistantId })) {
      await client.mutation(api.actions.remove, { actionId });
    }
    expect(await services()).toEqual([]);
    for (const name of ["MESSENGERS_API_URL", "CALCOM_URL"]) await setVariable(name, null);
    await messengers.close();
    await calendar.close();
  });

  test("finds a clock that is wrong", async () => {
    far.clock.advance(3_600_000);
    expect(faultsIn(await examined())).toContain("clock");
  });

  test("reports a deployment without functions", async () => {
    const bare: Deployment = {
      ...deployment,
      run: () => Promise.reject(new Error("Could not find function for 'operator:facts'")),
    };
    expect(faultsIn(await examine({ deployment: bare, voices: null }))).toEqual([
      "functions-missing",
    ]);
  });
});

test("a deployment whose data a newer version has migrated is left alone, and the doctor says what stopped", async () => {
  const response = await fetch(`${far.backend.url}/api/function`, {
    method: "POST",
    headers: {
      Authorization: `Convex ${far.backend.adminKey}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({
      componentPath: "migrations",
      path: "lib:migrate",
      args: { name: "inbox/entry:newer", fnHandle: "function://none", dryRun: false },
      format: "json",
    }),
  });
  expect(await response.json()).toMatchObject({ status: "success" });
  expect(faultsIn(await examine({ deployment: atOnce(), voices: null }))).toContain(
    "migration-stopped",
  );
  output = [];
  await expect(deploy(options)).rejects.toThrow(
    /deployment's data was written by a newer version[^]*inbox\/entry:newer/,
  );
  expect(output).not.toContain("Pushing the functions.");
});
