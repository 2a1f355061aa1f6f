/**
 * The origins of the pages around, the nearest first. Browsers without `ancestorOrigins` report only the nearest, if that
 * page allows it. A page cannot falsify either. A panel stands in the page of its button, so the pages around that count.
 */
export function sitesAround(own: Window = window): string[] | null {
  if (own.parent === own) return [];
  if (isInButton(own)) return sitesAround(own.parent);
  const { ancestorOrigins } = own.location as { ancestorOrigins?: DOMStringList };
  if (ancestorOrigins !== undefined) return [...ancestorOrigins];
  const { referrer } = own.document;
  return referrer === "" ? null : [new URL(referrer).origin];
}

function isInButton({ parent }: Window): boolean {
  try {
    return parent.location.pathname.startsWith("/widget/");
  } catch {
    // The page around is of another website.
    return false;
  }
}
