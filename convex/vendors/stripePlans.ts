import type Stripe from "stripe";
import { PAID_PLANS, type PaidPlanType, planOf } from "../shared/plans";
import { PRODUCT_NAME } from "../shared/productName";
import { asking, StripeFailure } from "./stripeFailure";

/** The product's id says which plan it is: whatever its prices become, its subscribers keep it. */
function productIdOf(type: PaidPlanType): string {
  return `plan_${type.toLowerCase()}`;
}

/** Null for a product that is none of our plans. */
export function planTypeOfProduct(productId: string): PaidPlanType | null {
  return PAID_PLANS.find(({ type }) => productIdOf(type) === productId)?.type ?? null;
}

/** A changed price in the catalogue is a new key, and who subscribed before keeps the old price. */
function lookupKeyOf(type: PaidPlanType): string {
  return `${productIdOf(type)}_monthly_usd_${planOf(type).priceCents}`;
}

/** The id of a plan's price, which is made if there is none: nobody has to set it up by hand. */
export async function ensurePrice(sdk: Stripe, type: PaidPlanType): Promise<string> {
  const found = await findPrice(sdk, type);
  return found?.id ?? (await createPrice(sdk, type, lookupKeyOf(type)));
}

/** What is asked for a plan now; null when its price is still to be made. */
export async function findPrice(sdk: Stripe, type: PaidPlanType): Promise<Stripe.Price | null> {
  const lookup_keys = [lookupKeyOf(type)];
  const { data } = await asking(() => sdk.prices.list({ lookup_keys, active: true, limit: 1 }));
  return data[0] ?? null;
}

async function createPrice(sdk: Stripe, type: PaidPlanType, lookupKey: string): Promise<string> {
  const product = await ensureProduct(sdk, type);
  const lookup_keys = [lookupKey];
  const { data: archived } = await asking(() =>
    sdk.prices.list({ lookup_keys, active: false, limit: 1 }),
  );
  const price = await asking(() =>
    sdk.prices.create(
      {
        product,
        currency: "usd",
        unit_amount: planOf(type).priceCents,
        recurring: { interval: "month" },
        lookup_key: lookupKey,
        // Somebody may have archived the price that had it.
        transfer_lookup_key: true,
      },
      // For a key that Stripe remembers it would give the archived price once more.
      { idempotencyKey: `price:${lookupKey}:${archived[0]?.id ?? "first"}` },
    ),
  );
  return price.id;
}

async function ensureProduct(sdk: Stripe, type: PaidPlanType): Promise<string> {
  const id = productIdOf(type);
  try {
    await asking(() => sdk.products.retrieve(id));
  } catch (error) {
    if (!(error instanceof StripeFailure) || error.reason !== "missing") throw error;
    const name = `${PRODUCT_NAME} ${planOf(type).name}`;
    await asking(() => sdk.products.create({ id, name }, { idempotencyKey: `product:${id}` }));
  }
  return id;
}
