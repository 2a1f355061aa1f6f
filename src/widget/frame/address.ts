/** Reads /widget/{embedId}?testing=true, and /talk/{embedId}?place=window. Null if the address names no assistant. */
export function readAddress({ pathname, search }: Pick<Location, "pathname" | "search">) {
  const part = /^\/(?:widget|talk)\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (part === undefined) return null;
  const parameters = new URLSearchParams(search);
  return {
    embedId: decode(part),
    isTesting: parameters.get("testing") === "true",
    place: parameters.get("place"),
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
