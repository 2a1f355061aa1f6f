/**
 * Which addresses of owners' servers our functions may call: those on the internet, by name, and never a private network.
 * The IP address behind a name is checked when it is used, by Convex Cloud's proxy or the local backend (docs/fidelity.md, R7).
 */
import { optional } from "./env";
import { isIpAddress, isPrivateName } from "./publicHost";

export type AddressFault = "userInfo" | "notHttps" | "notAName" | "port" | "notPublic";

const PORTS = ["", "8443"];

/** Null if the address may be called. */
export function faultOfAddress(url: URL): AddressFault | null {
  if (url.username !== "" || url.password !== "") return "userInfo";
  if (localServers().includes(url.origin)) return null;
  if (url.protocol !== "https:") return "notHttps";
  const host = url.hostname.toLowerCase().replace(/\.+$/, "");
  if (isIpAddress(host)) return "notAName";
  if (!PORTS.includes(url.port)) return "port";
  if (!host.includes(".") || host.includes("..") || isPrivateName(host)) return "notPublic";
  return null;
}

/** For developing a server on this machine. */
function localServers(): string[] {
  const addresses = (optional("WEBHOOK_RECEIVERS") ?? "").split(/\s+/);
  return addresses.filter((one) => URL.canParse(one)).map((one) => new URL(one).origin);
}
