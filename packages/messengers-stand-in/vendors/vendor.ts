/** What the four vendors have in common: a message is checked, shown, and answered in the vendor's own way. */
import type { Context } from "hono";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import type { FaultKind } from "../faults.ts";

export interface Accepted {
  kind: "accepted";
  channel: string;
  text: string;
  links: string[];
  /** Made when the message is stored. */
  answer: (messageId: number) => Response;
}

export type Outcome = Accepted | { kind: "refused"; answer: Response };

export type OrderedFailure = Extract<FaultKind, "gone" | "blocked" | "rate_limited" | "down">;

export interface VendorRules {
  /** Routes below which this vendor's requests arrive, by Hono's patterns. */
  paths: string[];
  receive(c: Context<AppEnv>): Promise<Outcome>;
  fail(kind: OrderedFailure, seconds: number): Response;
}

export const refused = (answer: Response): Outcome => ({ kind: "refused", answer });

/** The body as JSON. Undefined if it is none. */
export async function jsonIn(c: Context): Promise<unknown> {
  try {
    return await c.req.json();
  } catch {
    return undefined;
  }
}

export type Fields = Record<string, unknown>;

export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isText(value: unknown, max: number): value is string {
  return typeof value === "string" && value.trim() !== "" && value.length <= max;
}

/** Names that are not among the known ones. The vendors ignore them; here a misspelt one is noticed. */
export function unknownIn(fields: Fields, known: readonly string[]): string[] {
  return Object.keys(fields).filter((name) => !known.includes(name));
}

export function isWebAddress(value: unknown): value is string {
  return typeof value === "string" && /^https?:\/\//.test(value) && URL.canParse(value);
}

/** As the vendors' own escaping is read: three entities, and nothing else. */
export function withoutEntities(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
