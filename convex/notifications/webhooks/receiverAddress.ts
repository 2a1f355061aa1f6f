/**
 * Which addresses may receive events: servers on the internet, by name, and never a private network. The IP address
 * behind a name is checked when it is used, by Convex Cloud's proxy or the local backend (docs/fidelity.md, R7).
 */
import { optional } from "../../lib/env";
import { isIpAddress, isPrivateName } from "../../lib/publicHost";
import { userError } from "../../lib/userError";
import { MAX_WEBHOOK_URL_LENGTH, WEBHOOK_MESSAGES } from "../../shared/webhooks";

const PORTS = ["", "8443"];

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
  if (!host.includes(".") || host.includes("..") || isPrivateName(host)) throw refused("notPublic");
  return withoutFragment(url);
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
