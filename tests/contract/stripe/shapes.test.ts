/** Every object that the stand-in answers, held against the SDK's own types by the compiler. */
import path from "node:path";
import type Stripe from "stripe";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../../local/must.ts";
import { DISPUTED_CARD, openPortal, scheduleDowngrade, subscribe, upgrade } from "./shop.ts";
import { startTestStripe } from "./stand-in.ts";
import type { TestStripe } from "./stand-in.ts";

let at: TestStripe;
beforeAll(async () => void (at = await startTestStripe()));
afterAll(() => at.close());

const TYPES: Record<string, string> = {
  "billing_portal.configuration": "Stripe.BillingPortal.Configuration",
  charge: "Stripe.Charge",
  "checkout.session": "Stripe.Checkout.Session",
  customer: "Stripe.Customer",
  dispute: "Stripe.Dispute",
  invoice: "Stripe.Invoice",
  invoice_payment: "Stripe.InvoicePayment",
  invoiceitem: "Stripe.InvoiceItem",
  payment_intent: "Stripe.PaymentIntent",
  payment_method: "Stripe.PaymentMethod",
  price: "Stripe.Price",
  product: "Stripe.Product",
  refund: "Stripe.Refund",
  subscription: "Stripe.Subscription",
  subscription_schedule: "Stripe.SubscriptionSchedule",
  "test_helpers.test_clock": "Stripe.TestHelpers.TestClock",
  "billing_portal.session": "Stripe.BillingPortal.Session",
};

interface Found {
  id: string;
  object: string;
}

// Decimals travel as text. Excess and missing fields are errors of an object literal.
const WIRE = `
type Wire<T> = T extends string | number | boolean | null | undefined ? T
  : T extends Stripe.Decimal ? string
  : T extends readonly (infer I)[] ? Wire<I>[]
  : T extends object ? { [K in keyof T]: Wire<T[K]> } : T;
`;

/** What the compiler says about these objects as literals of their types. */
function complaints(objects: Found[]): string[] {
  const file = path.resolve("tests/contract/stripe/dumped-objects.ts");
  const lines = objects.map(
    (one, index) =>
      `export const o${index}: Wire<${TYPES[one.object] ?? "never"}> = ${JSON.stringify(one)};`,
  );
  const source = `import type Stripe from "stripe";${WIRE}${lines.join("\n")}`;
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    noEmit: true,
    skipLibCheck: true,
    strict: true,
    target: ts.ScriptTarget.ES2023,
    types: ["node"],
  };
  const host = ts.createCompilerHost(options);
  const readFile = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) =>
    path.resolve(name) === file
      ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2023)
      : readFile(name, ...rest);
  const program = ts.createProgram([file], options, host);
  return [...program.getSyntacticDiagnostics(), ...program.getSemanticDiagnostics()].map(
    ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"),
  );
}

async function everything(): Promise<Found[]> {
  const { stripe } = at;
  const lists = await Promise.all([
    stripe.customers.list(),
    stripe.products.list(),
    stripe.prices.list(),
    stripe.checkout.sessions.list(),
    stripe.subscriptions.list({ status: "all" }),
    stripe.subscriptionSchedules.list(),
    stripe.invoices.list({ limit: 100 }),
    stripe.invoiceItems.list(),
    stripe.invoicePayments.list(),
    stripe.paymentIntents.list(),
    stripe.charges.list(),
    stripe.refunds.list(),
    stripe.disputes.list(),
    stripe.billingPortal.configurations.list(),
    stripe.testHelpers.testClocks.list(),
  ]);
  const methods = await Promise.all(
    must(lists[0], "customers").data.map(({ id }) => stripe.customers.listPaymentMethods(id)),
  );
  const events = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  const inEvents = events.map((event: Stripe.Event) => event.data.object as unknown as Found);
  return [...lists, ...methods].flatMap(({ data }) => data as unknown as Found[]).concat(inEvents);
}

test("[O1] no object has a field that Stripe does not know, or lacks one that it promises", async () => {
  const { subscription, starter, pro, customer } = await subscribe(at);
  await at.stripe.testHelpers.testClocks.create({ frozen_time: at.now() });
  await at.advanceDays(5);
  await scheduleDowngrade(at, await upgrade(at, subscription, pro.id), starter.id);
  await subscribe(at, { number: "4000000000000341", trialDays: 7 });
  await subscribe(at, { number: DISPUTED_CARD });
  await openPortal(at, customer);
  const [charge] = (await at.stripe.charges.list({ customer })).data;
  await at.stripe.refunds.create({ charge: must(charge, "a charge").id, amount: 100 });
  await at.advanceDays(40);

  // As they travelled: what the SDK made of Decimals is text again.
  const objects = JSON.parse(JSON.stringify(await everything())) as Found[];
  expect(new Set(objects.map(({ object }) => object))).toEqual(new Set(Object.keys(TYPES)));
  expect(complaints(objects)).toEqual([]);
});

test("[O1] the check itself notices an invented and a missing field", async () => {
  const product = JSON.parse(
    JSON.stringify(await at.stripe.products.create({ name: "x" })),
  ) as Found;
  const { id, object } = product;
  const said = complaints([product, { ...product, invented: 1 } as Found, { id, object }]);
  expect(said).toEqual([
    expect.stringContaining("only specify known properties"),
    expect.stringContaining("missing the following properties"),
  ]);
});
