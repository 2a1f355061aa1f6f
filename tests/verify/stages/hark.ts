import { generateAuthKeys } from "../../../tools/start/auth-keys.ts";
import { PRODUCT_FOLDER, SITE_URL } from "../../contract/deployment.ts";
import type { Deployment } from "../deployment.ts";
import {
  canReach,
  cleanVendors,
  connectEvents,
  isHere,
  remotesOf,
  variablesFor,
} from "../product-vendors.ts";
import type { ProductVendors } from "../product-vendors.ts";
import type { Remote } from "../remote.ts";
import type { Stage } from "./stage.ts";

interface HarkParts {
  deployment: Deployment;
  vendors: ProductVendors;
  run: string;
  timeoutMs: number;
  /** Shared by all stages of one deployment. */
  shared: Pick<Stage, "check" | "clean"> & { take(): Promise<void> };
}

const FILES = ["tests/verify/product.cases.ts"];
const WITH_VENDORS = "tests/verify/business.cases.ts";

export function harkStage({ deployment, vendors, run, timeoutMs, shared }: HarkParts): Stage {
  const { url, siteUrl, adminKey, isProduction, isCloud } = deployment;
  const { stripe, vapi } = vendors;
  const isConnected = stripe !== undefined || vapi !== undefined;
  let isTaken = false;
  return {
    name: "Hark",
    plan: planOf(url, vendors),
    files: isConnected ? [...FILES, WITH_VENDORS] : FILES,
    check: shared.check,
    async begin(): Promise<Remote> {
      isTaken = true;
      await shared.take();
      const keys = { ...(await generateAuthKeys()), ...variablesFor(vendors) };
      await deployment.setVariables({ ...keys, SITE_URL });
      await deployment.push(PRODUCT_FOLDER);
      if (stripe !== undefined && canReach(stripe, url)) {
        await connectEvents(stripe, deployment, run);
      }
      const about = { url, siteUrl, adminKey, isCloud, appFolder: PRODUCT_FOLDER };
      const details = { isHere: isHere(url), isRedacted: isProduction, tokenKey: {} };
      return { run, timeoutMs, convex: { ...about, ...details }, ...remotesOf(vendors) };
    },
    async clean() {
      if (isTaken) {
        const count = await cleanVendors(vendors, deployment, run);
        if (count > 0) console.log(`Hark: removed ${count} things at vendors that were left.`);
      }
      isTaken = false;
      await shared.clean();
    },
    // The deployment's other stage does it for both.
    cleanAll: () => Promise.resolve(),
  };
}

function planOf(url: string, { stripe, vapi, mayCall }: ProductVendors): string {
  const parts = [
    "deploys Hark itself to the same deployment, signs owners up, knocks at its doors, and empties it again.",
  ];
  if (stripe === undefined && vapi === undefined) parts.push("It gets no keys of Stripe or Vapi.");
  if (stripe !== undefined) {
    parts.push(
      "At Stripe, in test mode, it makes a webhook endpoint and one owner's customer, who subscribes with a test " +
        "card: that costs nothing. The prices of the plans stay there, as npm run deploy makes them.",
    );
  }
  if (vapi !== undefined) {
    parts.push(
      "At Vapi it makes an assistant with a file, its tool and a credential, and deletes them: that costs nothing.",
      mayCall
        ? "It also starts one call through the talk button's door, which nobody joins and which it ends at once: " +
            "less than five cents."
        : "It makes no call.",
    );
  }
  const unreached = [
    ...(stripe === undefined || canReach(stripe, url) ? [] : ["Stripe"]),
    ...(vapi === undefined || canReach(vapi, url) ? [] : ["Vapi"]),
  ];
  if (unreached.length > 0) {
    parts.push(
      `${unreached.join(" and ")} cannot reach a deployment on this machine: what waits for a webhook is not run.`,
    );
  }
  return parts.join(" ");
}
