/** One request to a hosted page. */
import { decodeForm } from "../api/form.ts";
import type { Simulator } from "../engine/simulator.ts";
import type { Incoming } from "../http.ts";
import type { Entered } from "./card-form.ts";

export interface Visit {
  simulator: Simulator;
  method: "GET" | "POST";
  /** What follows the page's own name in the address. */
  steps: string[];
  entered: Entered;
  notice: string | null;
}

export function visitOf(simulator: Simulator, request: Incoming, steps: string[]): Visit {
  const entered: Entered = {};
  for (const [name, value] of Object.entries(decodeForm(request.body))) {
    if (typeof value === "string") entered[name] = value;
  }
  return {
    simulator,
    method: request.method === "POST" ? "POST" : "GET",
    steps,
    entered,
    notice: new URLSearchParams(request.query).get("notice"),
  };
}
