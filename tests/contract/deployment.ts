/** Starts a local backend and pushes an app to it with the official CLI. */
import { execFile } from "node:child_process";
import { cp } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { SignJWT, exportJWK, generateKeyPair } from "jose";
import type { CryptoKey } from "jose";
import { startBackend } from "@hark/convex-local";
import type { Backend } from "@hark/convex-local";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import { must } from "@hark/stand-in-kit/must";
import { removeFolder, temporaryFolder } from "../temporary-folder.ts";

export const APP_FOLDER = path.join(import.meta.dirname, "app");
export const COMPONENTS_APP_FOLDER = path.join(import.meta.dirname, "components-app");
export const RUNAWAY_APP_FOLDER = path.join(import.meta.dirname, "runaway-app");
export const PRODUCT_FOLDER = path.join(import.meta.dirname, "../..");
/** The product's SITE_URL: a port that `fetch` refuses, so that no Hark that runs on this machine answers. */
export const SITE_URL = "http://127.0.0.1:9";
/** A required variable of the product. */
export const TRIAL_KEYS = "a-key-of-these-tests";
export const PUSH = ["deploy", "--codegen=disable", "--typecheck=disable"];
export const CLI = path.join(import.meta.dirname, "../../node_modules/convex/bin/main.js");
/** Tokens of custom providers must contain a key ID. */
const KEY_ID = "contract";
const run = promisify(execFile);

export interface LocalDeployment {
  backend: Backend;
  /** The backend's data folder. */
  folder: string;
  clock: AdjustableClock;
  /** Runs a command of the CLI against this deployment; rejects when it fails. */
  cli: (...args: string[]) => Promise<CliOutput>;
  /** The same, for a changed copy of the app. */
  cliIn: (folder: string, ...args: string[]) => Promise<CliOutput>;
  /** Signs a token of the provider in the app's auth.config. */
  signToken: (subject: string, options?: { expiresInSeconds?: number }) => Promise<string>;
  /** Restarts the backend with the same folder and ports. */
  restart(options?: RestartOptions): Promise<void>;
  close(): Promise<void>;
}

export interface RestartOptions {
  isRedacted?: boolean;
  /** Called while the backend is stopped. */
  meanwhile?: () => void;
}

export interface CliOutput {
  stdout: string;
  stderr: string;
}

export interface DeploymentOptions {
  app: string;
  /** Variables for other apps than the fixture. */
  environment?: Record<string, string> | undefined;
  /** A data folder to copy, in which the app is deployed. */
  copyOf?: string | undefined;
  /** Receives the backend's log. */
  log?: ((line: string) => void) | undefined;
}

export async function openDeployment({
  app,
  environment,
  copyOf,
  log,
}: DeploymentOptions): Promise<LocalDeployment> {
  const folder = await temporaryFolder("contract");
  if (copyOf !== undefined) await cp(copyOf, folder, { recursive: true });
  const clock = new AdjustableClock();
  const open = (port: number, sitePort: number, isRedacted = false) =>
    startBackend({
      dataFolder: folder,
      port,
      sitePort,
      clock,
      isRedacted,
      ...(log === undefined ? {} : { log }),
    });
  let backend = await open(0, 0);
  // Generating keys takes longer than starting, and the product has its own keys.
  const keys =
    app === PRODUCT_FOLDER ? null : await generateKeyPair("RS256", { extractable: true });
  const variables = keys === null ? {} : await contractEnvironment(keys.publicKey);
  await backend.setEnvironment(environment ?? variables);

  const deployment: LocalDeployment = {
    get backend() {
      return backend;
    },
    folder,
    clock,
    cli: (...args) => runCli(backend, app, args),
    cliIn: (folder, ...args) => runCli(backend, folder, args),
    signToken: (subject, options) =>
      signToken({
        key: must(keys, "the provider's keys").privateKey,
        nowMs: clock.now(),
        subject,
        ...options,
      }),
    async restart({ isRedacted = false, meanwhile } = {}) {
      const ports = [backend.url, backend.siteUrl].map((url) => Number(new URL(url).port));
      await backend.close();
      meanwhile?.();
      backend = await open(ports[0] ?? 0, ports[1] ?? 0, isRedacted);
    },
    async close() {
      await backend.close();
      await removeFolder(folder);
    },
  };
  if (copyOf === undefined) await deploy(backend, app);
  return deployment;
}

/** Deploys the app with the official CLI into a data folder that deployments can copy. */
export async function deployInto(
  folder: string,
  app: string,
  environment?: Record<string, string>,
): Promise<void> {
  const backend = await startBackend({ dataFolder: folder, port: 0, sitePort: 0 });
  await backend.setEnvironment(environment ?? (await contractEnvironment()));
  await deploy(backend, app);
  await backend.close();
}

async function deploy(backend: Backend, app: string): Promise<void> {
  await runCli(backend, app, PUSH);
}

async function contractEnvironment(given?: CryptoKey): Promise<Record<string, string>> {
  const publicKey = given ?? (await generateKeyPair("RS256")).publicKey;
  return { CONTRACT_JWKS: await keySetAddress(publicKey) };
}

function runCli(backend: Backend, cwd: string, args: string[]): Promise<CliOutput> {
  return run(process.execPath, [CLI, ...args], { cwd, env: cliEnvironment(backend) });
}

/** An environment that points the CLI at this backend only, whatever the developer has set. */
export function cliEnvironment({
  url,
  adminKey,
}: Pick<Backend, "url" | "adminKey">): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("CONVEX_"));
  return {
    ...Object.fromEntries(own),
    CI: "1",
    CONVEX_SELF_HOSTED_URL: url,
    CONVEX_SELF_HOSTED_ADMIN_KEY: adminKey,
    CONVEX_VERSION_API_ORIGIN: "http://127.0.0.1:9",
  };
}

export async function keySetAddress(publicKey: CryptoKey): Promise<string> {
  const keySet = JSON.stringify({
    keys: [{ use: "sig", kid: KEY_ID, ...(await exportJWK(publicKey)) }],
  });
  return `data:application/json;base64,${Buffer.from(keySet).toString("base64")}`;
}

export interface TokenOptions {
  key: CryptoKey;
  nowMs: number;
  subject: string;
  expiresInSeconds?: number;
}

export async function signToken({
  key,
  nowMs,
  subject,
  expiresInSeconds = 3_600,
}: TokenOptions): Promise<string> {
  const nowSeconds = Math.floor(nowMs / 1000);
  return new SignJWT({ email: `${subject}@example.com` })
    .setProtectedHeader({ alg: "RS256", kid: KEY_ID })
    .setIssuer("https://contract.example")
    .setAudience("contract")
    .setSubject(subject)
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + expiresInSeconds)
    .sign(key);
}
