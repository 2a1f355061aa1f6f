/** One request to a hosted page. */
import type { Context } from "hono";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import { decodeForm } from "../api/form.ts";
import type { Simulator } from "../engine/simulator.ts";
import type { Entered } from "./card-form.ts";

export interface Visit {
  simulator: Simulator;
  method: "GET" | "POST";
  entered: Entered;
  notice: string | null;
}

export async function visitOf(simulator: Simulator, { req }: Context<AppEnv>): Promise<Visit> {
  const fields = Object.entries(decodeForm(await req.text()));
  return {
    simulator,
    method: req.method === "POST" ? "POST" : "GET",
    entered: Object.fromEntries(
      fields.filter((field): field is [string, string] => typeof field[1] === "string"),
    ),
    notice: req.query("notice") ?? null,
  };
}
