const MAX_ADDRESS_LENGTH = 64;

/** The network by which limits count. A provider gives each customer a whole /64 of IPv6 addresses to choose from. */
export function networkOf(address: string | null): string {
  if (address === null) return "unknown";
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  // Behind a proxy, the address comes from a header and can be any text.
  if (!address.includes(":")) return address.slice(0, MAX_ADDRESS_LENGTH);
  const [head = "", tail] = address.slice(0, MAX_ADDRESS_LENGTH).toLowerCase().split("::");
  const start = groups(head);
  const end = groups(tail ?? "");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - start.length - end.length);
  const all = [...start, ...Array.from({ length: zeros }, () => "0"), ...end];
  return `${all.slice(0, 4).join(":")}::/64`;
}

function groups(text: string): string[] {
  return text === "" ? [] : text.split(":").map((group) => group.replace(/^0+(?=.)/, ""));
}
