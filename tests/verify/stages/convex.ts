import { ConvexHttpClient } from "convex/browser";
import { exportJWK, generateKeyPair } from "jose";
import { api } from "../../contract/app-api.ts";
import { generateAuthKeys } from "../../../tools/start/auth-keys.ts";
import {
  APP_FOLDER,
  COMPONENTS_APP_FOLDER,
  keySetAddress,
  PRODUCT_FOLDER,
  SITE_URL,
  TRIAL_KEYS,
} from "../../contract/deployment.ts";
import { openDeployment } from "../deployment.ts";
import { cleanVendors, isHere } from "../product-vendors.ts";
import type { ProductVendors } from "../product-vendors.ts";
import type { Remote } from "../remote.ts";
import { Refusal } from "../settings.ts";
import type { ConvexKeys } from "../settings.ts";
import { harkStage } from "./hark.ts";
import type { Stage } from "./stage.ts";

export async function convexStages(
  keys: ConvexKeys,
  { run, vendors, timeoutMs }: { run: string; vendors: ProductVendors; timeoutMs: number },
): Promise<Stage[]> {
  const deployment = await openDeployment(keys);
  const { url, siteUrl, adminKey, isProduction, isCloud } = deployment;
  let isTaken = false;
  let isSilent = isProduction;
  const about = { url, siteUrl, adminKey, isCloud, isHere: isHere(url) };
  const shared = {
    async check() {
      const owner = await deployment.ownerOf();
      if (owner === null) return;
      throw new Refusal(
        `The deployment at ${url} holds what ${owner} has left behind, or is about. ` +
          "If that run is over, remove it with --clean.",
      );
    },
    async take() {
      isTaken = true;
      await deployment.take(run);
    },
    async clean() {
      if (isTaken) await deployment.clear();
      isTaken = false;
    },
    // The first stage has done it.
    cleanAll: () => Promise.resolve(),
  };
  async function cleanAll(): Promise<void> {
    const owner = await deployment.ownerOf();
    if (owner !== null) {
      const count = await cleanVendors(vendors, deployment, owner);
      await deployment.clear();
      if (count > 0) console.log(`Hark: removed ${count} things that were left at vendors.`);
    }
    console.log(
      `Convex: ${owner === null ? "nothing was left" : `removed what ${owner} had left`}.`,
    );
  }
  const part = (app: string, own: OwnParts, variables = {}): Stage => ({
    ...shared,
    ...own,
    get files() {
      return isSilent ? own.files.filter((file) => file === EVERYWHERE) : own.files;
    },
    async begin(): Promise<Remote> {
      await shared.take();
      const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
      const keySet = await keySetAddress(publicKey);
      await deployment.setVariables({ CONTRACT_JWKS: keySet, ...variables });
      await deployment.push(app);
      if (app === APP_FOLDER) isSilent = await isSilentAt(url);
      const details = { tokenKey: await exportJWK(privateKey), isRedacted: isSilent };
      return { run, convex: { ...about, ...details, appFolder: app } };
    },
  });
  return [
    part(APP_FOLDER, {
      name: "Convex",
      plan:
        `deploys the cases' own app to ${url}, which holds nothing, calls its functions some 8,000 times in a few ` +
        "minutes, and empties it again. They count towards what your plan includes; beyond that they cost less " +
        "than a cent." +
        (isProduction
          ? "\nIt is a production deployment, which tells clients of no errors: cases that read them are not run, " +
            "and of most files none. The key of a development deployment runs them all."
          : ""),
      files: [EVERYWHERE, ...OF_APP],
      cleanAll,
    }),
    part(COMPONENTS_APP_FOLDER, {
      name: "Components",
      plan: "deploys an app of components from npm to it, calls some 500 of its functions, and empties it again.",
      files: OF_COMPONENTS,
    }),
    part(
      PRODUCT_FOLDER,
      {
        name: "Sign-in",
        plan: "deploys Hark to it for its sign-in alone, and empties it again.",
        files: OF_SIGN_IN,
      },
      { ...(await generateAuthKeys()), SITE_URL, TRIAL_KEYS },
    ),
    harkStage({ deployment, vendors, run, timeoutMs, shared }),
  ];
}

type OwnParts = Pick<Stage, "name" | "plan" | "files"> & Partial<Pick<Stage, "cleanAll">>;

/** Runs also where errors are redacted; its cases skip what they cannot see. */
const EVERYWHERE = "tests/contract/contract.test.ts";
const contractFiles = (...names: string[]) => names.map((name) => `tests/contract/${name}.test.ts`);
const OF_APP = contractFiles("cli", "clients", "deployments", "protocol", "system-functions");
const OF_COMPONENTS = contractFiles("components", "handles");
const OF_SIGN_IN = contractFiles("auth");

/** Whether the deployment redacts errors, which a self-hosted one decides by its own environment. */
async function isSilentAt(url: string): Promise<boolean> {
  const client = new ConvexHttpClient(url, { logger: false });
  const error = await client.query(api.calls.fail, { how: "plain" }).then(() => "nothing", String);
  return !error.includes("the inside of it");
}
