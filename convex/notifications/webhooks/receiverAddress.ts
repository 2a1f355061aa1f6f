/**
 * Which addresses may receive events: servers on the internet, by name, and never a private network. The IP address
 * behind a name is checked when it is used, by Convex Cloud's proxy or the local backend (docs/fidelity.md, R7).
 */
import { optional } from "../../lib/env";
import { userError } from "../../lib/userError";
import { MAX_WEBHOOK_URL_LENGTH, WEBHOOK_MESSAGES } from "../../shared/webhooks";

const PORTS = ["", "8443"];
/** Names reserved for private networks (RFC 6761, 6762, 7686, 8375), and names that are common in them. */
const PRIVATE =
  /(?:^|\.)(?:local|localhost|internal|intranet|private|corp|home|lan|home\.arpa|onion|test|invalid|example)$/;

/** Returns the address as it is stored, or throws. */
export function checkedAddress(address: string): string {
  const text = address.trim();
  if (text.length > MAX_WEBHOOK_URL_LENGTH) throw refused("tooLong");
  if (!URL.canParse(text)) throw refused("notAnAddress");
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") throw refused("userInfo");
  // For developing a receiver on this machine.
  if (localReceivers().includes(url.origin)) return withoutFragment(url);
  if (url.protocol !== "https:") throw refused("notHttps");
  const host = url.hostname.toLowerCase().replace(/\.+$/, "");
  if (isIpAddress(host)) throw refused("notAName");
  if (!PORTS.includes(url.port)) throw refused("port");
  if (!host.includes(".") || host.includes("..") || PRIVATE.test(host)) throw refused("notPublic");
  return withoutFragment(url);
}

/** An IP address in any notation. URL parsers treat every name that ends in a number as one. */
function isIpAddress(host: string): boolean {
  return host.startsWith("[") || /(?:^|\.)(?:\d+|0x[\da-f]*)$/.test(host);
}

function localReceivers(): string[] {
  const addresses = (optional("WEBHOOK_RECEIVERS") ?? "").split(/\s+/);
  return addresses.filter((one) => URL.canParse(one)).map((one) => new URL(one).origin);
}

function withoutFragment(url: URL): string {
  url.hash = "";
  return url.href;
}

function refused(why: keyof typeof WEBHOOK_MESSAGES) {
  return userError("webhook_rejected", WEBHOOK_MESSAGES[why]);
}
