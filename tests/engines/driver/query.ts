/** A query for an element, in a form that can be sent to the page. */
export type Words = string | { pattern: string; flags: string };

export interface Query {
  role?: string;
  name?: Words;
  label?: Words;
  text?: Words;
  css?: string;
  within?: Query;
}

export interface Found<Element> {
  element: Element | null;
  complaints: string[];
  requests: string[];
}

type TextQuery = string | RegExp;

export const byRole = (role: string, name?: TextQuery): Query => ({
  role,
  ...(name === undefined ? {} : { name: words(name) }),
});
export const byLabel = (label: TextQuery): Query => ({ label: words(label) });
export const byText = (text: TextQuery): Query => ({ text: words(text) });
export const byCss = (css: string): Query => ({ css });
export const within = (outer: Query, inner: Query): Query => ({ ...inner, within: outer });

function words(query: TextQuery): Words {
  return typeof query === "string" ? query : { pattern: query.source, flags: query.flags };
}
