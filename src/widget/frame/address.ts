/** Reads /widget/{embedId}?testing=true, and the same of /talk. Null if the address names no assistant. */
export function readAddress({ pathname, search }: Pick<Location, "pathname" | "search">) {
  const part = /^\/(?:widget|talk)\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (part === undefined) return null;
  return {
    embedId: decode(part),
    isTesting: new URLSearchParams(search).get("testing") === "true",
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Not an embed id, so the lookup will find nothing.
    return part;
  }
}
