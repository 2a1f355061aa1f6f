/** Reads the tables of docs/fidelity.md. */
export type Vendor = "Convex" | "Stripe" | "Vapi" | "Resend" | "Turnstile" | "Browser" | "Hosts";

export interface Row {
  vendor: Vendor;
  code: string;
  /** Empty for our own rules, which no vendor documents. */
  isOurs: boolean;
  behaviour: string;
  established: string;
  cases: string;
  tried: string;
}

const VENDORS: Record<string, Vendor> = {
  Convex: "Convex",
  Stripe: "Stripe",
  Vapi: "Vapi",
  Resend: "Resend",
  "Cloudflare Turnstile": "Turnstile",
  "The voice SDK and Daily, in the browser": "Browser",
  "The app's hosts": "Hosts",
};

export function readRows(markdown: string): Row[] {
  let vendor: Vendor | undefined;
  const rows: Row[] = [];
  for (const line of markdown.split("\n")) {
    const heading = /^## (.*)$/.exec(line)?.[1];
    if (heading !== undefined) vendor = VENDORS[heading];
    const cells = line.split("|").map((cell) => cell.trim());
    const code = /^[A-Z]\d+$/.exec(cells[1] ?? "")?.[0];
    if (vendor === undefined || code === undefined) continue;
    const isOurs = cells.length === 5;
    const [behaviour = "", second = "", third = "", fourth = ""] = cells.slice(2);
    rows.push(
      isOurs
        ? { vendor, code, isOurs, behaviour, established: "", cases: second, tried: "" }
        : { vendor, code, isOurs, behaviour, established: second, cases: third, tried: fourth },
    );
  }
  return rows;
}

export function vendorOf(file: string): Vendor {
  if (file.startsWith("stripe/")) return "Stripe";
  if (file.startsWith("mail/")) return "Resend";
  if (file.startsWith("turnstile/")) return "Turnstile";
  return file.startsWith("voice/") ? "Vapi" : "Convex";
}

/** The codes at the front of a title. */
export function codesOf(title: string): string[] {
  return /^\[([A-Z]\d+(?:, [A-Z]\d+)*)\] /.exec(title)?.[1]?.split(", ") ?? [];
}

/** A case file's name as the table has it. */
export function shownFile(file: string): string {
  return file.replace(/^(stripe|voice|mail|turnstile)\//, "").replace(/(\.test)?\.ts$/, "");
}
