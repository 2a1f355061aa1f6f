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

type Asked = string | RegExp;

export const byRole = (role: string, name?: Asked): Query => ({
  role,
  ...(name === undefined ? {} : { name: words(name) }),
});
export const byLabel = (label: Asked): Query => ({ label: words(label) });
export const byText = (text: Asked): Query => ({ text: words(text) });
export const byCss = (css: string): Query => ({ css });
export const within = (outer: Query, inner: Query): Query => ({ ...inner, within: outer });

function words(asked: Asked): Words {
  return typeof asked === "string" ? asked : { pattern: asked.source, flags: asked.flags };
}
