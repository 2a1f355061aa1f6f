const LONGEST_ADDRESS = 64;

/**
 * What of an address limits are counted by. One customer of a provider has a whole /64 of IPv6
 * addresses, and could come from another one each time.
 */
export function networkOf(address: string | null): string {
  if (address === null) return "unknown";
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  // Behind a proxy the address is what a header says.
  if (!address.includes(":")) return address.slice(0, LONGEST_ADDRESS);
  const [head = "", tail] = address.slice(0, LONGEST_ADDRESS).toLowerCase().split("::");
  const start = groups(head);
  const end = groups(tail ?? "");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - start.length - end.length);
  const all = [...start, ...Array.from({ length: zeros }, () => "0"), ...end];
  return `${all.slice(0, 4).join(":")}::/64`;
}

function groups(text: string): string[] {
  return text === "" ? [] : text.split(":").map((group) => group.replace(/^0+(?=.)/, ""));
}
