/**
 * The origins of the pages around, the nearest first. Browsers without `ancestorOrigins` report only the nearest, if that
 * page allows it. A page cannot falsify either.
 */
export function sitesAround(): string[] | null {
  if (window.parent === window) return [];
  const { ancestorOrigins } = window.location as { ancestorOrigins?: DOMStringList };
  if (ancestorOrigins !== undefined) return [...ancestorOrigins];
  return document.referrer === "" ? null : [new URL(document.referrer).origin];
}
