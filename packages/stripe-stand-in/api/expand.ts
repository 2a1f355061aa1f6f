/** `expand`: replaces an id by the object, as deep as Stripe allows. */
import { invalid, refusal } from "../errors.ts";
import { confirmationSecret } from "../engine/charging.ts";
import { lineItems } from "../engine/checkout.ts";
import type { World } from "../engine/world.ts";
import type { Kind } from "../storage/records.ts";

const DEEPEST = 4;

type Node = Record<string, unknown>;

/** The kind of object whose id a field holds, by the field's name. */
const EXPANDABLE: Record<string, Kind> = {
  charge: "charge",
  configuration: "billing_portal.configuration",
  customer: "customer",
  default_payment_method: "payment_method",
  invoice: "invoice",
  latest_charge: "charge",
  latest_invoice: "invoice",
  payment_intent: "payment_intent",
  payment_method: "payment_method",
  price: "price",
  product: "product",
  schedule: "subscription_schedule",
  subscription: "subscription",
};

// Fields that look like these but are plain ids at Stripe.
const PLAIN = new Set([
  "charge.payment_method",
  "billing_portal.session.customer",
  "line_item.invoice",
]);

export function expand(world: World, answer: object, paths: string[]): object {
  // The result of a route may be shared, so a copy is changed.
  const copy = structuredClone(answer) as Node;
  for (const path of paths) {
    const steps = path.split(".");
    if (steps.length > DEEPEST) {
      throw invalid(
        `You cannot expand more than ${DEEPEST} levels of a property. Property: ${path}`,
        undefined,
        "expand",
      );
    }
    expandPath(world, copy, steps, path);
  }
  return copy;
}

function expandPath(world: World, node: Node, [step = "", ...rest]: string[], path: string): void {
  const value = include(world, node, step) ?? node[step];
  if (value === null) return;
  if (value === undefined) throw notExpandable(path);
  if (Array.isArray(value)) {
    for (const item of value as Node[]) {
      if (rest.length > 0) expandPath(world, item, rest, path);
    }
    return;
  }
  if (typeof value === "object") {
    if (rest.length > 0) expandPath(world, value as Node, rest, path);
    return;
  }
  const object = typeof value === "string" ? load(world, node, step, value) : null;
  if (object === null) throw notExpandable(path);
  node[step] = object;
  if (rest.length > 0) expandPath(world, object, rest, path);
}

function load(world: World, node: Node, step: string, id: string): Node | null {
  const kind = EXPANDABLE[step];
  if (kind === undefined || PLAIN.has(`${String(node.object)}.${step}`)) return null;
  if (kind === "customer" && world.store.get("sim.deleted_customer", id) !== null) {
    return { id, object: "customer", deleted: true };
  }
  return world.store.get(kind, id) as unknown as Node | null;
}

/** Lists that an object contains only if they are requested. */
function include(world: World, node: Node, step: string): unknown {
  const id = String(node.id);
  if (node.object === "checkout.session" && step === "line_items") {
    const session = world.store.get("checkout.session", id);
    if (session === null) return undefined;
    return (node[step] = listOf(
      lineItems(world, session),
      `/v1/checkout/sessions/${id}/line_items`,
    ));
  }
  if (node.object === "invoice" && step === "payments") {
    const payments = world.store.all("invoice_payment", { owner: id });
    return (node[step] = listOf(payments, `/v1/invoice_payments?invoice=${id}`));
  }
  if (node.object === "invoice" && step === "confirmation_secret") {
    return (node[step] = confirmationSecret(world, id));
  }
  if (node.object === "customer" && step === "subscriptions") {
    const live = world.store
      .all("subscription", { customer: id })
      .filter(({ status }) => status !== "canceled" && status !== "incomplete_expired");
    return (node[step] = listOf(live, `/v1/customers/${id}/subscriptions`));
  }
  if (node.object === "charge" && step === "refunds") {
    const refunds = world.store.all("refund", { owner: id });
    return (node[step] = listOf(refunds, `/v1/charges/${id}/refunds`));
  }
  return undefined;
}

function listOf(data: object[], url: string): object {
  return structuredClone({ object: "list", data, has_more: false, url });
}

function notExpandable(path: string) {
  const refused = { what: "expansion", name: path } as const;
  return refusal(`This property cannot be expanded (${path}).`, refused);
}
