/**
 * To which addresses events may go: to servers of the internet, by name, and never into a private network. What a name
 * stands for is looked at when it is used, by Convex Cloud's proxy or by the local backend (docs/fidelity.md, R7).
 */
import { optional } from "../../lib/env";
import { userError } from "../../lib/userError";
import { MAX_WEBHOOK_URL_LENGTH, WEBHOOK_MESSAGES } from "../../shared/webhooks";

const PORTS = ["", "8443"];
/** Names that mean nothing on the internet, or should not: RFC 6761, 6762, 7686, 8375, and what people use at home. */
const PRIVATE =
  /(?:^|\.)(?:local|localhost|internal|intranet|private|corp|home|lan|home\.arpa|onion|test|invalid|example)$/;

/** As it is kept. */
export function checkedAddress(given: string): string {
  const text = given.trim();
  if (text.length > MAX_WEBHOOK_URL_LENGTH) throw refused("tooLong");
  if (!URL.canParse(text)) throw refused("notAnAddress");
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") throw refused("userInfo");
  // Said where a receiver on this very machine is wanted, while somebody develops it.
  if (ownReceivers().includes(url.origin)) return withoutFragment(url);
  if (url.protocol !== "https:") throw refused("notHttps");
  const host = url.hostname.toLowerCase().replace(/\.+$/, "");
  if (isNumber(host)) throw refused("notAName");
  if (!PORTS.includes(url.port)) throw refused("port");
  if (!host.includes(".") || host.includes("..") || PRIVATE.test(host)) throw refused("notPublic");
  return withoutFragment(url);
}

/** An IP address in any spelling; browsers take whatever ends in a number for one. */
function isNumber(host: string): boolean {
  return host.startsWith("[") || /(?:^|\.)(?:\d+|0x[\da-f]*)$/.test(host);
}

function ownReceivers(): string[] {
  const named = (optional("WEBHOOK_RECEIVERS") ?? "").split(/\s+/);
  return named.filter((one) => URL.canParse(one)).map((one) => new URL(one).origin);
}

function withoutFragment(url: URL): string {
  url.hash = "";
  return url.href;
}

function refused(why: keyof typeof WEBHOOK_MESSAGES) {
  return userError("webhook_rejected", WEBHOOK_MESSAGES[why]);
}
