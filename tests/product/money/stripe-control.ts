/** Controls of the Stripe stand-in, which Stripe does not have. */
import type { StripeStandIn } from "@hark/stripe-stand-in";

export interface Delivery {
  event: string;
  type: string;
  state: string;
  attempts: number;
  outcome: string | null;
}

export interface MoneyEntry {
  kind: "charge" | "refund" | "dispute" | "dispute_won";
  amount: number;
  customer: string | null;
  charge: string;
  invoice: string | null;
}

export interface Fault {
  kind: "error" | "rate_limit" | "hang" | "drop";
  method?: "GET" | "POST" | "DELETE";
  path: string;
  times?: number;
}

export interface StripeControl {
  hold(): Promise<void>;
  release(): Promise<void>;
  /** Delivers these events, in this order and as often as they are named. */
  deliver(events: string[]): Promise<void>;
  drop(events: string[]): Promise<void>;
  deliveries(): Promise<Delivery[]>;
  fault(fault: Fault): Promise<void>;
  clearFaults(): Promise<void>;
  unusedFaults(): Promise<number>;
  /** Creates a dispute and returns its ID. */
  dispute(charge: string): Promise<string>;
  closeDispute(dispute: string, status: "won" | "lost"): Promise<void>;
  money(): Promise<MoneyEntry[]>;
  /** Treats the same number as another card for each owner, as if there were more test cards. */
  everyOwnersCards(): Promise<void>;
  /** As at Stripe: the same number is the same card for everybody. */
  oneCardEach(): Promise<void>;
}

export function stripeControl(standIn: Pick<StripeStandIn, "url" | "controlToken">): StripeControl {
  const request = async <Answer = void>(method: string, path: string, body?: object) => {
    const response = await fetch(`${standIn.url}/_sim/${path}`, {
      method,
      headers: { "x-sim-token": standIn.controlToken },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  return {
    hold: () => request("POST", "webhooks/hold"),
    release: () => request("POST", "webhooks/release"),
    deliver: (events) => request("POST", "webhooks/deliver", { events }),
    drop: (events) => request("POST", "webhooks/drop", { events }),
    deliveries: async () =>
      (await request<{ deliveries: Delivery[] }>("GET", "webhooks")).deliveries,
    fault: (fault) => request("POST", "faults", fault),
    clearFaults: () => request("DELETE", "faults"),
    unusedFaults: async () => (await request<{ faults: Fault[] }>("GET", "faults")).faults.length,
    dispute: async (charge) => (await request<{ id: string }>("POST", "disputes", { charge })).id,
    closeDispute: (dispute, status) => request("POST", "disputes/close", { dispute, status }),
    everyOwnersCards: () => request("POST", "settings", { sameNumberIs: "a_card_per_email" }),
    oneCardEach: () => request("POST", "settings", { sameNumberIs: "one_card" }),
    money: async () => (await request<{ entries: MoneyEntry[] }>("GET", "ledger")).entries,
  };
}
