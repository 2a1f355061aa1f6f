/** Host names that owners give us and our functions call. The IP address behind a name is checked when it is used. */

/** Names reserved for private networks (RFC 6761, 6762, 7686, 8375), and names that are common in them. */
const PRIVATE =
  /(?:^|\.)(?:local|localhost|localdomain|internal|intranet|private|corp|home|lan|home\.arpa|onion|test|invalid|example)$/;

/** Of a host in lower case, without a full stop at its end. */
export function isPrivateName(host: string): boolean {
  return PRIVATE.test(host);
}

/** An IP address in any notation. URL parsers treat every name that ends in a number as one. */
export function isIpAddress(host: string): boolean {
  return host.startsWith("[") || /(?:^|\.)(?:\d+|0x[\da-f]*)$/.test(host);
}
