import type Stripe from "stripe";
import { PAID_PLANS, type PaidPlanType, planOf } from "../shared/plans";
import { PRODUCT_NAME } from "../shared/productName";
import { withStripeErrors, StripeFailure } from "./stripeFailure";

/** The product's id identifies the plan, so subscribers keep their plan when its price changes. */
function productIdOf(type: PaidPlanType): string {
  return `plan_${type.toLowerCase()}`;
}

/** Null if the product is not one of our plans. */
export function planTypeOfProduct(productId: string): PaidPlanType | null {
  return PAID_PLANS.find(({ type }) => productIdOf(type) === productId)?.type ?? null;
}

/** A changed price has a new key, and existing subscribers keep the old price. */
function lookupKeyOf(type: PaidPlanType): string {
  return `${productIdOf(type)}_monthly_usd_${planOf(type).priceCents}`;
}

/** Finds or creates a plan's price, so that nobody has to set it up by hand. Returns its id. */
export async function ensurePrice(sdk: Stripe, type: PaidPlanType): Promise<string> {
  const found = await findPrice(sdk, type);
  return found?.id ?? (await createPrice(sdk, type, lookupKeyOf(type)));
}

/** The plan's current price. Null if it has not been created yet. */
export async function findPrice(sdk: Stripe, type: PaidPlanType): Promise<Stripe.Price | null> {
  const lookup_keys = [lookupKeyOf(type)];
  const { data } = await withStripeErrors(() =>
    sdk.prices.list({ lookup_keys, active: true, limit: 1 }),
  );
  return data[0] ?? null;
}

async function createPrice(sdk: Stripe, type: PaidPlanType, lookupKey: string): Promise<string> {
  const product = await ensureProduct(sdk, type);
  const lookup_keys = [lookupKey];
  const { data: archived } = await withStripeErrors(() =>
    sdk.prices.list({ lookup_keys, active: false, limit: 1 }),
  );
  const price = await withStripeErrors(() =>
    sdk.prices.create(
      {
        product,
        currency: "usd",
        unit_amount: planOf(type).priceCents,
        recurring: { interval: "month" },
        lookup_key: lookupKey,
        // An archived price may have this key.
        transfer_lookup_key: true,
      },
      // With the same idempotency key, Stripe would return the archived price again.
      { idempotencyKey: `price:${lookupKey}:${archived[0]?.id ?? "first"}` },
    ),
  );
  return price.id;
}

async function ensureProduct(sdk: Stripe, type: PaidPlanType): Promise<string> {
  const id = productIdOf(type);
  try {
    await withStripeErrors(() => sdk.products.retrieve(id));
  } catch (error) {
    if (!(error instanceof StripeFailure) || error.reason !== "missing") throw error;
    const name = `${PRODUCT_NAME} ${planOf(type).name}`;
    await withStripeErrors(() =>
      sdk.products.create({ id, name }, { idempotencyKey: `product:${id}` }),
    );
  }
  return id;
}
