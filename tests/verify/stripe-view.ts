/**
 * A case's view of the Stripe account. A fetch wrapper marks what the case creates and gives it a test clock, and
 * removes other objects from lists. Lookup keys and idempotency keys, which are unique in an account, get a prefix that
 * the case never sees.
 */
import { randomBytes } from "node:crypto";
import { needs } from "./remote.ts";
import type { RemoteStripe } from "./remote.ts";
import type { Clocks } from "./stripe-clocks.ts";
import { STRIPE_ORIGIN } from "./stripe-client.ts";
import { MARK } from "./stripe-mark.ts";

export interface AccountView {
  origin: string;
  clocks: Clocks;
  customers: Set<string>;
  fetch: typeof fetch;
}

export interface ViewOptions {
  run: string;
  clocks: Clocks;
}

const METADATA = ["/v1/customers", "/v1/products", "/v1/billing_portal/configurations"];
/** Lists of the whole account, unless one of these parameters is given. */
const WHOLE: Record<string, string[]> = {
  "/v1/customers": ["test_clock"],
  "/v1/subscriptions": ["customer", "test_clock"],
  "/v1/products": [],
  "/v1/prices": ["lookup_keys[0]", "product"],
  "/v1/events": [],
  "/v1/checkout/sessions": ["customer", "subscription"],
  "/v1/billing_portal/configurations": [],
  "/v1/test_helpers/test_clocks": [],
};
/** Reported by users and not documented by Stripe, like customers per clock. */
const SUBSCRIPTIONS_PER_CUSTOMER = 3;
/** Below the 25 requests a second of test mode (docs.stripe.com/rate-limits). */
const PACE_MS = 60;

let next = 0;

export function accountOf(remote: RemoteStripe, { run, clocks }: ViewOptions): AccountView {
  const prefix = `${run}-${randomBytes(3).toString("hex")}.`;
  const made = new Set<string>();
  const customers = new Set<string>();
  const subscriptions = new Map<string, number>();

  async function markForm(path: string, form: URLSearchParams): Promise<void> {
    if (METADATA.includes(path)) form.append(`metadata[${MARK}]`, run);
    if (form.has("product_data[name]")) form.append(`product_data[metadata][${MARK}]`, run);
    const key = form.get("lookup_key");
    if (key !== null && key !== "") form.set("lookup_key", prefix + key);
    if (path === "/v1/test_helpers/test_clocks") {
      form.set("name", prefix + (form.get("name") ?? ""));
    }
    if (path === "/v1/customers" && !form.has("test_clock")) {
      form.append("test_clock", await clocks.forCustomer());
    }
    // A stand-in has one clock, which a case may also advance by its own test clock.
    clocks.seen(Number(form.get("frozen_time") ?? 0));
    if (path === "/v1/subscriptions") countSubscription(form.get("customer") ?? "");
  }

  function countSubscription(customer: string): void {
    const count = (subscriptions.get(customer) ?? 0) + 1;
    if (count > SUBSCRIPTIONS_PER_CUSTOMER) needs("manySubscriptions");
    subscriptions.set(customer, count);
  }

  function narrow(path: string, query: URLSearchParams): void {
    for (const [name, value] of [...query]) {
      if (name.startsWith("lookup_keys[")) query.set(name, prefix + value);
    }
    const clock = clocks.only();
    if (path !== "/v1/customers" || clock === undefined) return;
    if (clocks.count() > 1) needs("manyCustomers");
    query.set("test_clock", clock);
  }

  function isOwn(one: Listed): boolean {
    const about = one.object === "event" ? one.data?.object : one;
    if (about === undefined) return false;
    const customer = typeof about.customer === "string" ? about.customer : undefined;
    return made.has(about.id) || customers.has(about.id) || customers.has(customer ?? "");
  }

  function look({ pathname, searchParams }: URL, text: string): string {
    const body = JSON.parse(text, withoutMark) as Listed | ListOf;
    if (isList(body)) {
      const narrowing = WHOLE[pathname];
      const isWhole = narrowing?.every((name) => !searchParams.has(name)) ?? false;
      return JSON.stringify(isWhole ? { ...body, data: body.data.filter(isOwn) } : body);
    }
    made.add(body.id);
    if (body.object === "customer") customers.add(body.id);
    if (typeof body.product === "string") made.add(body.product);
    return JSON.stringify(body);
  }

  return {
    origin: remote.url ?? STRIPE_ORIGIN,
    clocks,
    customers,
    async fetch(address, init = {}) {
      const url = new URL(address instanceof Request ? address.url : address);
      const headers = new Headers(init.headers);
      const key = headers.get("Idempotency-Key");
      if (key !== null) headers.set("Idempotency-Key", prefix + key);
      let { body } = init;
      if (init.method === "POST") {
        const form = new URLSearchParams(typeof body === "string" ? body : "");
        await markForm(url.pathname, form);
        body = form.toString();
        headers.delete("Content-Length");
        headers.set("Content-Type", "application/x-www-form-urlencoded");
      } else {
        narrow(url.pathname, url.searchParams);
      }
      if (remote.url === undefined) await pace();
      const answer = await fetch(url, { ...init, headers, ...(body == null ? {} : { body }) });
      const text = (await answer.text()).replaceAll(prefix, "");
      const { status, headers: answered } = answer;
      return new Response(answer.ok ? look(url, text) : text, {
        status,
        headers: withoutLength(answered),
      });
    },
  };
}

function withoutMark(name: string, value: unknown): unknown {
  return name === MARK ? undefined : value;
}

interface Listed {
  id: string;
  object: string;
  customer?: unknown;
  product?: unknown;
  /** Only in events. */
  data?: { object?: Listed };
}

interface ListOf {
  object: "list";
  data: Listed[];
}

function isList(body: Listed | ListOf): body is ListOf {
  return body.object === "list";
}

function withoutLength(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ["content-length", "content-encoding", "transfer-encoding"]) kept.delete(name);
  return kept;
}

async function pace(): Promise<void> {
  const now = Date.now();
  const at = Math.max(now, next);
  next = at + PACE_MS;
  if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now));
}
