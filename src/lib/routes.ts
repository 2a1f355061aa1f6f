export const ROUTES = {
  landing: "/",
  login: "/login",
  forgot: "/login/forgot",
  confirm: "/login/confirm",
  dashboard: "/dashboard",
  assistants: "/dashboard/assistants",
  subscription: "/dashboard/subscription",
  calls: "/dashboard/calls",
  trends: "/dashboard/calls/trends",
  inbox: "/dashboard/inbox",
  connections: "/dashboard/connections",
  account: "/dashboard/account",
  studio: "/test-embed",
  privacy: "/privacy",
  terms: "/terms",
} as const;

/** Pages below these addresses belong to the navigation's entry. */
const BELOW: Partial<Record<string, string>> = { [ROUTES.dashboard]: ROUTES.assistants };

/** Whether the page at `pathname` is the one at `route` or belongs to it. */
export function isAt(route: string, pathname: string): boolean {
  const path = pathname.replace(/\/+$/, "");
  return path === route || `${path}/`.startsWith(`${BELOW[route] ?? route}/`);
}

/** Which assistant's form the dashboard opens. */
export const EDIT_PARAM = "edit";

export function editPathFor(assistantId: string): string {
  return `${ROUTES.dashboard}?${new URLSearchParams({ [EDIT_PARAM]: assistantId }).toString()}`;
}

/** The assistant's own page, at one of its sections. */
export function assistantPathFor(assistantId: string, section?: string): string {
  const path = `${ROUTES.assistants}/${encodeURIComponent(assistantId)}`;
  return section === undefined ? path : `${path}/${section}`;
}

/** The calls of one assistant. */
export function callsPathFor(assistantId: string): string {
  return `${ROUTES.calls}?${new URLSearchParams({ assistant: assistantId }).toString()}`;
}

/** The studio with an assistant chosen. */
export function studioPathFor(embedId: string): string {
  return `${ROUTES.studio}?${new URLSearchParams({ assistant: embedId }).toString()}`;
}

export function widgetPathFor(embedId: string): string {
  return `/widget/${encodeURIComponent(embedId)}`;
}

const RETURN_PARAM = "next";

/** What a link of the landing page's hands on, so that who follows it is asked to sign up, and not to sign in. */
export const AS_NEWCOMER = "newcomer";

/** The login page, which comes back to where its visitor was going. */
export function loginPathFor(destination: string): string {
  if (destination === ROUTES.dashboard) return ROUTES.login;
  return `${ROUTES.login}?${new URLSearchParams({ [RETURN_PARAM]: destination }).toString()}`;
}

/** The talk button's page for the owner who tries it out: with the test minutes' limits. */
export function widgetTestPath(embedId: string): string {
  return `/widget/${encodeURIComponent(embedId)}?testing=true`;
}

/** Only paths of this app: a link to the login page must not send anyone elsewhere. */
export function returnPathFrom(search: string): string {
  const destination = new URLSearchParams(search).get(RETURN_PARAM) ?? "";
  if (!destination.startsWith("/")) return ROUTES.dashboard;
  const { origin } = window.location;
  if (!URL.canParse(destination, origin)) return ROUTES.dashboard;
  const url = new URL(destination, origin);
  if (url.origin !== origin || url.pathname === ROUTES.login) return ROUTES.dashboard;
  return url.pathname + url.search + url.hash;
}
