import { ConvexHttpClient } from "convex/browser";
import { exportJWK, generateKeyPair } from "jose";
import { api } from "../../contract/app-api.ts";
import { generateAuthKeys } from "../../../local/launch/auth-keys.ts";
import { APP_FOLDER, keySetAddress, PRODUCT_FOLDER, SITE_URL } from "../../contract/deployment.ts";
import { openDeployment } from "../deployment.ts";
import type { Remote } from "../remote.ts";
import { Refusal } from "../settings.ts";
import type { ConvexKeys } from "../settings.ts";
import type { Stage } from "./stage.ts";

export async function convexStages(keys: ConvexKeys, run: string): Promise<Stage[]> {
  const deployment = await openDeployment(keys);
  const { url, siteUrl, adminKey, isProduction } = deployment;
  let isTaken = false;
  const about = { url, siteUrl, adminKey, isHere: HERE.includes(new URL(url).hostname) };
  const shared = {
    async check() {
      const owner = await deployment.ownerOf();
      if (owner === null) return;
      throw new Refusal(
        `The deployment at ${url} holds what ${owner} has left behind, or is about. ` +
          "If that run is over, remove it with --clean.",
      );
    },
    async clean() {
      if (isTaken) await deployment.clear();
      isTaken = false;
    },
    async cleanAll() {
      const owner = await deployment.ownerOf();
      if (owner !== null) await deployment.clear();
      console.log(
        `Convex: ${owner === null ? "nothing was left" : `removed what ${owner} had left`}.`,
      );
    },
  };
  return [
    {
      ...shared,
      name: "Convex",
      plan:
        `deploys the cases' own app to ${url}, which holds nothing, calls its functions some 5,000 times in a few ` +
        "minutes, and empties it again. They count towards what your plan includes; beyond that they cost less " +
        "than a cent." +
        (isProduction
          ? "\nIt is a production deployment, which tells clients of no errors: cases that read them are not run. " +
            "The key of a development deployment runs them all."
          : ""),
      files: ["tests/contract/contract.test.ts"],
      async begin(): Promise<Remote> {
        isTaken = true;
        await deployment.take(run);
        const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
        await deployment.setVariables({ CONTRACT_JWKS: await keySetAddress(publicKey) });
        await deployment.push(APP_FOLDER);
        const isRedacted = await isSilent(url);
        return { run, convex: { ...about, tokenKey: await exportJWK(privateKey), isRedacted } };
      },
    },
    {
      ...shared,
      name: "Hark",
      plan:
        "deploys Hark itself to the same deployment, signs an owner up, knocks at its doors, and empties it again. " +
        "It gets no keys of Stripe or Vapi.",
      files: ["tests/verify/product.cases.ts"],
      async begin(): Promise<Remote> {
        isTaken = true;
        await deployment.take(run);
        await deployment.setVariables({ ...(await generateAuthKeys()), SITE_URL });
        await deployment.push(PRODUCT_FOLDER);
        return { run, convex: { ...about, tokenKey: {}, isRedacted: isProduction } };
      },
      // Once is enough.
      cleanAll: () => Promise.resolve(),
    },
  ];
}

const HERE = ["127.0.0.1", "localhost"];

/** A self-hosted one is told by its own environment whether clients hear of errors. */
async function isSilent(url: string): Promise<boolean> {
  const client = new ConvexHttpClient(url, { logger: false });
  const told = await client.query(api.calls.fail, { how: "plain" }).then(() => "nothing", String);
  return !told.includes("the inside of it");
}
