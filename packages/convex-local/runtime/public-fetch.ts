/**
 * Restricts the network access of functions. On Convex Cloud a proxy refuses addresses that are not public, at every hop
 * (get-convex/convex-backend, crates/common/src/http/fetch.rs). This does the same, except for origins that the
 * deployment's variables name.
 */
import { lookup as resolve } from "node:dns";
import type { LookupAddress, LookupOptions } from "node:dns";
import { BlockList, isIP } from "node:net";
import type { Variables } from "./protocol.ts";

/** The dispatcher of Node's `fetch`, whose class Node does not export. */
interface Dispatcher {
  dispatch(options: { origin: string | URL }, handler: object): boolean;
}
type AgentClass = new (options: { connect: { lookup: typeof publicLookup } }) => Dispatcher;
type Answer = (error: Error | null, address: LookupAddress[] | string, family?: number) => void;

class Forbidden extends Error {}

/** https://www.iana.org/assignments/iana-ipv4-special-registry */
const NOT_PUBLIC_V4 = blockList("ipv4", [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
]);
/** Ranges that are routed, and those among them that embed IPv4 addresses or none. */
const ROUTED_V6 = blockList("ipv6", ["2000::/3"]);
const NOT_PUBLIC_V6 = blockList("ipv6", ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);

/** `fetch` for functions that see these variables. */
export function outgoingFetch(variables: Variables): typeof fetch {
  const named = originsIn(variables);
  const dispatcher: Dispatcher = {
    dispatch(options, handler) {
      const { origin, hostname } = new URL(options.origin);
      if (named.has(origin)) return nodeDispatcher().dispatch(options, handler);
      const address = hostname.replace(/^\[(.*)\]$/, "$1");
      if (isIP(address) !== 0 && !isPublic(address)) throw new Forbidden();
      return publicDispatcher().dispatch(options, handler);
    },
  };
  return async (resource, options) => {
    try {
      return await fetch(resource, { ...options, dispatcher } as RequestInit);
    } catch (error) {
      if (!((error as Error).cause instanceof Forbidden)) throw error;
      const url = resource instanceof Request ? resource.url : String(resource);
      throw new Error(`Request to ${url} forbidden`);
    }
  };
}

/** The vendors' stand-ins, and other origins that the deployment's variables allow. */
function originsIn(variables: Variables): Set<string> {
  const words = Object.values(variables).flatMap((value) => value.split(/\s+/));
  const addresses = words.filter((word) => /^https?:\/\//.test(word) && URL.canParse(word));
  return new Set(addresses.map((address) => new URL(address).origin));
}

export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !NOT_PUBLIC_V4.check(address, "ipv4");
  return ROUTED_V6.check(address, "ipv6") && !NOT_PUBLIC_V6.check(address, "ipv6");
}

let ofPublic: Dispatcher | undefined;

function publicDispatcher(): Dispatcher {
  const Agent = nodeDispatcher().constructor as AgentClass;
  ofPublic ??= new Agent({ connect: { lookup: publicLookup } });
  return ofPublic;
}

/** Libraries that replace it use the same symbol: https://undici.nodejs.org */
function nodeDispatcher(): Dispatcher {
  // Node brings it along with the first of these.
  void new Response();
  const dispatcher = Reflect.get(globalThis, Symbol.for("undici.globalDispatcher.1")) as unknown;
  if (dispatcher === undefined) throw new Error("This Node's fetch has no dispatcher");
  return dispatcher as Dispatcher;
}

/** Runs for each connection, so that a name cannot resolve to one address when checked and to another when used. */
function publicLookup(hostname: string, options: LookupOptions, answer: Answer): void {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return answer(error, []);
    if (addresses.some(({ address }) => !isPublic(address))) return answer(new Forbidden(), []);
    const [first] = addresses;
    if (options.all === true || first === undefined) return answer(null, addresses);
    answer(null, first.address, first.family);
  });
}

function blockList(family: "ipv4" | "ipv6", subnets: string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net = "", bits] = subnet.split("/");
    list.addSubnet(net, Number(bits), family);
  }
  return list;
}
