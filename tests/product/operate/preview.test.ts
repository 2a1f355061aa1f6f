/** Preview, switch and rollback by the command line, between two local deployments. */
import { execFileSync, spawn } from "node:child_process";
import { cp, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBackend } from "@hark/convex-local";
import type { Backend } from "@hark/convex-local";
import { proxyWidgetPages } from "../../../tools/start/web/widget-page-proxy.ts";
import { openAppServer, serveStaticSite } from "../../../tools/start/web/app-server.ts";
import type { AppServer } from "../../../tools/start/web/app-server.ts";
import { openStaticSite } from "../../../tools/start/web/static-site.ts";
import { readRelease } from "../../../tools/operate/releases/release.ts";
import { adminClient } from "../../admin-client.ts";
import { openFarAway } from "./far-away.ts";
import type { FarAway } from "./far-away.ts";

const PROJECT = path.resolve(import.meta.dirname, "../../..");
/** What a deploy reads. */
const COPIED = [
  "convex",
  "docs",
  "packages",
  "public",
  "src",
  "tools",
  ".env.example",
  ".gitignore",
  ".npmrc",
];

let far: FarAway;
let preview: Backend;
let previewHost: AppServer;
/** A repository of its own, in which releases are made. */
let project: string;
let envFile: string;
const at = (name: string) => path.join(path.dirname(far.outFolder), name);

beforeAll(async () => {
  far = await openFarAway();
  const { backend, stripe, voice, mail, host, clock, closing } = far;
  const log = (line: string) => console.error(line);
  preview = await startBackend({ dataFolder: at("second"), port: 0, sitePort: 0, clock, log });
  closing.add(() => preview.close());
  previewHost = await openAppServer(0, (error) => log(String(error)));
  closing.add(() => previewHost.close());
  serve(host, backend, at("live"));
  serve(previewHost, preview, at("preview"));
  project = await makeProject();
  envFile = at("cloud.env");
  await writeFile(
    envFile,
    asLines({
      ...{ CONVEX_SELF_HOSTED_URL: backend.url, CONVEX_SELF_HOSTED_ADMIN_KEY: backend.adminKey },
      PREVIEW_CONVEX_SELF_HOSTED_URL: preview.url,
      PREVIEW_CONVEX_SELF_HOSTED_ADMIN_KEY: preview.adminKey,
      ...{ SITE_URL: host.url, PREVIEW_SITE_URL: previewHost.url },
      ...{ STRIPE_SECRET_KEY: stripe.secretKey, STRIPE_API_URL: stripe.url },
      ...{ VAPI_PRIVATE_KEY: voice.privateKey, VAPI_API_URL: voice.url },
      ...{ VITE_CALL_MACHINE_URL: voice.callMachineUrl, SALES_EMAIL: "sales@example.com" },
      ...{ RESEND_API_KEY: mail.sendingKey, RESEND_WEBHOOK_SECRET: mail.webhookSecret },
      ...{ MAIL_FROM: mail.from, RESEND_API_URL: mail.url },
    }),
  );
});
afterAll(() => far.closing.close());

test("where a preview is set up, a release that was not previewed is not deployed", async () => {
  const { code, text } = await deploy();
  expect(text).toContain("No preview of Hark 1.0.0");
  expect(text).toContain("--without-preview");
  expect(code).toBe(1);
  expect(await variablesOf(far.backend)).toEqual({});
});

test("the live deployment cannot be named as its own preview", async () => {
  const text = await readFile(envFile, "utf8");
  const same = at("same.env");
  await writeFile(same, text.replaceAll(preview.url, `${far.backend.url}/`));
  const { code, text: output } = await deployWith(same, "--preview");
  expect(output).toContain("The preview's deployment is the live one. Nothing was changed.");
  expect(code).toBe(1);
});

test("an operator deploys the first release untried", async () => {
  const { code } = await deploy("--without-preview", ...putInto("live"));
  expect(code).toBe(0);
  expect(await releasesOf(far.backend)).toMatchObject([await readRelease(project)].map(nameOf));
  expect(await versionsAt(far.backend, far.host)).toEqual(["1.0.0", "1.0.0"]);
});

test("there is nothing to go back to after the first release", async () => {
  const { code, text } = await deploy("--rollback");
  expect(text).toMatch(
    /nothing to go back to: Hark 1\.0\.0 \(\w{7}\) is the oldest release on record/,
  );
  expect(code).toBe(1);
});

test("a deployment with Hark that is no preview is not made one", async () => {
  const text = await readFile(envFile, "utf8");
  const swapped = at("swapped.env");
  await writeFile(
    swapped,
    text.replace(/^(CONVEX_)/gm, "OLD_$1").replace(/^PREVIEW_(CONVEX_)/gm, "$1") +
      asLines({
        PREVIEW_CONVEX_SELF_HOSTED_URL: far.backend.url,
        PREVIEW_CONVEX_SELF_HOSTED_ADMIN_KEY: far.backend.adminKey,
      }),
  );
  const before = await variablesOf(far.backend);
  const { code, text: output } = await deployWith(swapped, "--preview");
  expect(output).toContain("runs Hark and is no preview");
  expect(code).toBe(1);
  expect(await variablesOf(far.backend)).toEqual(before);
});

test("changes that are not committed are not previewed", async () => {
  await writeFile(path.join(project, "convex", "added.ts"), "export {};\n");
  const { code, text } = await deploy("--preview");
  expect(text).toContain("These files are not committed: convex/added.ts.");
  expect(code).toBe(1);
  git("clean", "-qfd", "convex");
});

test("a preview tries the next release on the second deployment, and leaves the live one alone", async () => {
  await makeRelease("1.0.1");
  const before = await variablesOf(far.backend);
  const { code, text } = await deploy("--preview", ...putInto("preview"));
  expect(text).toContain(
    "An owner signed up, created an assistant, read it and deleted the account.",
  );
  expect(text).toMatch(/The preview of Hark 1\.0\.1 \(\w{7}\) passed/);
  expect(code).toBe(0);
  expect(await versionsAt(preview, previewHost)).toEqual(["1.0.1", "1.0.1"]);
  expect(await versionsAt(far.backend, far.host)).toEqual(["1.0.0", "1.0.0"]);
  expect(await variablesOf(far.backend)).toEqual(before);
});

// T133: docs/security.md
test("the preview has the live settings, but no secret of its own, and it cannot send mail", async () => {
  const [live, copy] = await Promise.all([variablesOf(far.backend), variablesOf(preview)]);
  for (const name of ["STRIPE_SECRET_KEY", "VAPI_PRIVATE_KEY", "SALES_EMAIL"]) {
    expect(copy[name]).toBe(live[name]);
  }
  for (const name of [
    "STRIPE_WEBHOOK_SECRET",
    "VAPI_WEBHOOK_SECRET",
    "TRIAL_KEYS",
    "JWT_PRIVATE_KEY",
  ]) {
    expect(copy[name]).toBeTruthy();
    expect(copy[name]).not.toBe(live[name]);
  }
  expect(live.RESEND_API_KEY).toBe(far.mail.sendingKey);
  expect(copy).not.toHaveProperty("RESEND_API_KEY");
  expect(copy).not.toHaveProperty("MAIL_FROM");
  expect(copy.SITE_URL).toBe(previewHost.url);
});

test("the release that was previewed becomes live, and another does not", async () => {
  await makeRelease("1.0.2");
  const other = await deploy();
  expect(other.text).toMatch(
    /The preview that passed was of Hark 1\.0\.1 .* this folder has Hark 1\.0\.2/,
  );
  expect(other.code).toBe(1);
  git("checkout", "-q", "HEAD~1");
  const { code, text } = await deploy(...putInto("live"));
  expect(code).toBe(0);
  expect(text).toMatch(/The preview of Hark 1\.0\.1 \(\w{7}\) passed on/);
  expect(await versionsAt(far.backend, far.host)).toEqual(["1.0.1", "1.0.1"]);
  expect((await releasesOf(far.backend)).map(({ version }) => version)).toEqual(["1.0.1", "1.0.0"]);
});

test("a release whose data the one before cannot read is not rolled back, and the message names why", async () => {
  await startNewerMigration(far.backend);
  const { code, text } = await deploy("--rollback");
  expect(text).toContain("This version does not know: inbox/entry:newer.");
  expect(text).toMatch(/Hark 1\.0\.1 \(\w{7}\) is still live/);
  expect(text).toContain(`npx convex import --env-file ${envFile} --replace-all backup.zip`);
  expect(code).toBe(1);
  expect(await versionsAt(far.backend, far.host)).toEqual(["1.0.1", "1.0.1"]);
  await forgetNewerMigration(far.backend);
});

test("a rollback makes the functions and the app of the release before live again", async () => {
  // Also from a folder with other code that is not committed.
  await writeFile(path.join(project, "convex", "added.ts"), "syntax error\n");
  const { code, text } = await deploy("--rollback", ...putInto("live"));
  expect(code).toBe(0);
  expect(text).toMatch(/Hark 1\.0\.0 \(\w{7}\) is live again/);
  expect(await versionsAt(far.backend, far.host)).toEqual(["1.0.0", "1.0.0"]);
  expect((await releasesOf(far.backend)).map(({ version }) => version)).toEqual(["1.0.0"]);
  expect(git("worktree", "list").trim().split("\n")).toHaveLength(1);
});

async function makeProject(): Promise<string> {
  const folder = at("project");
  const isOwn = (file: string) => !/(^|\/)(node_modules|dist|\.local[^/]*)(\/|$)/.test(file);
  const root = (await readdir(PROJECT)).filter((name) => /\.(json|ts|html|js)$/.test(name));
  for (const name of [...COPIED, ...root]) {
    const filter = (file: string) => isOwn(path.relative(PROJECT, file));
    await cp(path.join(PROJECT, name), path.join(folder, name), { recursive: true, filter });
  }
  await symlink(path.join(PROJECT, "node_modules"), path.join(folder, "node_modules"), "dir");
  project = folder;
  git("init", "-q");
  await makeRelease("1.0.0");
  return folder;
}

async function makeRelease(version: string): Promise<void> {
  for (const name of ["package.json", "package-lock.json"]) {
    const file = path.join(project, name);
    const manifest = JSON.parse(await readFile(file, "utf8")) as Record<string, unknown>;
    await writeFile(file, JSON.stringify({ ...manifest, version }, null, 2));
  }
  git("add", "--all", "--", ".", ":(exclude)node_modules");
  const author = ["-c", "user.name=Operator", "-c", "user.email=operator@example.com"];
  git(...author, "commit", "-q", "--message", version);
}

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: project, encoding: "utf8" });
}

const deploy = (...args: string[]) => deployWith(envFile, ...args);

async function deployWith(file: string, ...args: string[]) {
  const own = Object.entries(process.env).filter(([name]) => !/^(CONVEX|GIT|INIT_CWD)/.test(name));
  const script = ["--import", "tsx", "tools/operate/deploy.ts", "--env-file", file];
  const child = spawn(process.execPath, [...script, ...args], {
    cwd: project,
    env: Object.fromEntries(own),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  }
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, text };
}

const putInto = (name: string) => ["--put", `rm -rf '${at(name)}' && cp -R dist '${at(name)}'`];

/** Serves what was put into the folder last. */
function serve(host: AppServer, backend: Backend, folder: string): void {
  const origins = {
    backendUrl: backend.url,
    siteUrl: backend.siteUrl,
    voiceUrls: [far.voice.url],
  };
  let opened: { mtimeMs: number; site: ReturnType<typeof openStaticSite> } | undefined;
  const current = async () => {
    const { mtimeMs } = await stat(folder);
    if (opened?.mtimeMs !== mtimeMs) opened = { mtimeMs, site: openStaticSite(folder, origins) };
    return await opened.site;
  };
  const app = proxyWidgetPages(backend.siteUrl, (request, response, url) => {
    current().then(
      (site) => serveStaticSite(site)(request, response, url),
      () => response.writeHead(404).end(),
    );
  });
  host.use(app);
}

async function versionsAt({ siteUrl }: Backend, { url }: AppServer): Promise<string[]> {
  return await Promise.all(
    [`${siteUrl}/v1/version`, `${url}/version.json`].map(async (address) => {
      const { version } = (await (await fetch(address)).json()) as { version: string };
      return version;
    }),
  );
}

async function variablesOf({ url, adminKey }: Backend): Promise<Record<string, string>> {
  const read = makeFunctionReference<"query">("_system/cli/queryEnvironmentVariables");
  const list = (await adminClient(url, adminKey).query(read, {})) as {
    name: string;
    value: string;
  }[];
  return Object.fromEntries(list.map(({ name, value }) => [name, value]));
}

async function releasesOf(backend: Backend): Promise<{ version: string; commit: string }[]> {
  const { HARK_RELEASES = "[]" } = await variablesOf(backend);
  return JSON.parse(HARK_RELEASES) as { version: string; commit: string }[];
}

function nameOf({ version, commit }: { version: string; commit: string | null }) {
  return { version, commit };
}

const asLines = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join("");

/** As a migration of a release that nobody here has. */
async function startNewerMigration({ url, adminKey }: Backend): Promise<void> {
  const response = await fetch(`${url}/api/function`, {
    method: "POST",
    headers: { Authorization: `Convex ${adminKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({
      componentPath: "migrations",
      path: "lib:migrate",
      args: { name: "inbox/entry:newer", fnHandle: "function://none", dryRun: false },
      format: "json",
    }),
  });
  expect(await response.json()).toMatchObject({ status: "success" });
}

/** As an import of the backup from before it does. */
async function forgetNewerMigration({ url, adminKey }: Backend): Promise<void> {
  const response = await fetch(`${url}/api/function`, {
    method: "POST",
    headers: { Authorization: `Convex ${adminKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({
      componentPath: "migrations",
      path: "lib:clearAll",
      args: {},
      format: "json",
    }),
  });
  expect(await response.json()).toMatchObject({ status: "success" });
}
