/** The entries of docs/fidelity, and how the titles of contract cases name them. */
import { readEntries } from "../doc-entries.ts";

/** The vendor of each page of docs/fidelity. */
export const VENDORS = {
  convex: "Convex",
  stripe: "Stripe",
  vapi: "Vapi",
  resend: "Resend",
  turnstile: "Turnstile",
  messengers: "Messengers",
  calendars: "Cal.com",
  browser: "Browser",
  hosts: "Hosts",
} as const;

export type Page = keyof typeof VENDORS;
export type Vendor = (typeof VENDORS)[Page];

const LABELS = ["Source", "Not confirmed", "Cases", "No case", "Tried"] as const;
const RULES_OF_STAND_IN = "Rules of the stand-in";

export interface Row {
  vendor: Vendor;
  code: string;
  behaviour: string;
  /** A rule of the stand-in alone has no source and cannot be tried on the real service. */
  isOurs: boolean;
  fields: Partial<Record<(typeof LABELS)[number], string>>;
}

export function readRows(page: Page, markdown: string): Row[] {
  return readEntries(markdown, LABELS).map(({ code, title, section, fields }) => ({
    vendor: VENDORS[page],
    code,
    behaviour: title,
    isOurs: section === RULES_OF_STAND_IN,
    fields,
  }));
}

export function vendorOf(file: string): Vendor {
  if (file.startsWith("stripe/")) return "Stripe";
  if (file.startsWith("mail/")) return "Resend";
  if (file.startsWith("turnstile/")) return "Turnstile";
  if (file.startsWith("messengers/")) return "Messengers";
  if (file.startsWith("calendars/")) return "Cal.com";
  return file.startsWith("voice/") ? "Vapi" : "Convex";
}

/** The codes that stand at the front of a title. */
export function codesOf(title: string): string[] {
  return /^\[([A-Z]\d+(?:, [A-Z]\d+)*)\] /.exec(title)?.[1]?.split(", ") ?? [];
}

/** As an entry names a file of cases. */
export function shownFile(file: string): string {
  return file
    .replace(/^(stripe|voice|mail|turnstile|messengers|calendars)\//, "")
    .replace(/(\.test|\.cases)?\.ts$/, "");
}
