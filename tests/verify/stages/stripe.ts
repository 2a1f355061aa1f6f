import type Stripe from "stripe";
import type { Remote } from "../remote.ts";
import { RUN_PREFIX } from "../run-id.ts";
import { Refusal } from "../settings.ts";
import type { VendorKeys } from "../settings.ts";
import { connectStripe, STRIPE_ORIGIN } from "../stripe-client.ts";
import { MARK } from "../stripe-mark.ts";
import { waitForClock } from "../stripe-clocks.ts";
import type { Stage } from "./stage.ts";

/** The folder's other files test the stand-in itself. */
const FILES = ["api", "authentication", "checkout", "money", "resources", "sdk", "subscriptions"];

export function stripeStage(keys: VendorKeys, run: string): Stage {
  const stripe = connectStripe(keys);
  return {
    name: "Stripe",
    plan:
      `makes customers with test cards, prices and subscriptions at ${keys.url ?? STRIPE_ORIGIN}, in test mode, and ` +
      "moves test clocks by months, which takes a quarter of an hour or more. It costs nothing. All of it is marked " +
      `${run}; afterwards the clocks are deleted with their customers and subscriptions. Prices and portal ` +
      "configurations cannot be deleted at Stripe: they are switched off. A sandbox of its own keeps your lists tidy.",
    files: FILES.map((name) => `tests/contract/stripe/${name}.test.ts`),
    async check() {
      await stripe.customers.list({ limit: 1 }).catch((error: unknown) => {
        throw new Refusal(`Stripe does not take the key: ${String(error)}`, { cause: error });
      });
    },
    begin: async (): Promise<Remote> => ({ run, stripe: keys }),
    async clean() {
      await clean(stripe, (mark) => mark.startsWith(run));
    },
    async cleanAll() {
      const count = await clean(stripe, (mark) => mark.startsWith(RUN_PREFIX));
      console.log(`Stripe: removed ${count} things that were left.`);
    },
  };
}

type IsMarked = (mark: string) => boolean;

const EACH = { limit: 100 };

/** Lists everything before the first removal, because removing moves the page boundaries. */
function all<Item extends { id: string }>(list: Stripe.ApiListPromise<Item>): Promise<Item[]> {
  return list.autoPagingToArray({ limit: 10_000 });
}

async function clean(stripe: Stripe, isMarked: IsMarked): Promise<number> {
  let count = 0;
  const isOurs = ({ metadata }: { metadata: Stripe.Metadata | null }) =>
    isMarked(metadata?.[MARK] ?? "");
  for (const { id, name } of await all(stripe.testHelpers.testClocks.list(EACH))) {
    if (!isMarked(name ?? "")) continue;
    // A clock that is advancing cannot be deleted.
    await waitForClock(stripe, id);
    await stripe.testHelpers.testClocks.del(id);
    count += 1;
  }
  for (const product of await all(stripe.products.list({ ...EACH, active: true }))) {
    if (!isOurs(product)) continue;
    await retire(stripe, product.id);
    count += 1;
  }
  const { configurations } = stripe.billingPortal;
  for (const configuration of await all(configurations.list({ ...EACH, active: true }))) {
    if (!isOurs(configuration)) continue;
    await configurations.update(configuration.id, { active: false });
    count += 1;
  }
  return count;
}

/** Archives a product and its prices, because neither can be deleted. */
async function retire(stripe: Stripe, product: string): Promise<void> {
  let hasPrices = false;
  for (const { id, active } of await all(stripe.prices.list({ ...EACH, product }))) {
    hasPrices = true;
    if (active) await stripe.prices.update(id, { active: false });
  }
  if (hasPrices) await stripe.products.update(product, { active: false });
  else await stripe.products.del(product);
}
