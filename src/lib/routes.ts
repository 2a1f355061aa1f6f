export const ROUTES = {
  landing: "/",
  login: "/login",
  forgot: "/login/forgot",
  confirm: "/login/confirm",
  dashboard: "/dashboard",
  subscription: "/dashboard/subscription",
  calls: "/dashboard/calls",
  inbox: "/dashboard/inbox",
  connections: "/dashboard/connections",
  account: "/dashboard/account",
  studio: "/test-embed",
  privacy: "/privacy",
  terms: "/terms",
} as const;

/** The assistant whose form the dashboard opens. */
export const EDIT_PARAM = "edit";

export function editPathFor(assistantId: string): string {
  return `${ROUTES.dashboard}?${new URLSearchParams({ [EDIT_PARAM]: assistantId }).toString()}`;
}

/** The studio with an assistant chosen. */
export function studioPathFor(embedId: string): string {
  return `${ROUTES.studio}?${new URLSearchParams({ assistant: embedId }).toString()}`;
}

export function widgetPathFor(embedId: string): string {
  return `/widget/${encodeURIComponent(embedId)}`;
}

const RETURN_PARAM = "next";

/** Links of the landing page pass this on, so that the login page offers to sign up instead of signing in. */
export const AS_NEWCOMER = "newcomer";

/** The login page, which leads to `destination` after the sign-in. */
export function loginPathFor(destination: string): string {
  if (destination === ROUTES.dashboard) return ROUTES.login;
  return `${ROUTES.login}?${new URLSearchParams({ [RETURN_PARAM]: destination }).toString()}`;
}

/** The talk button's page for an owner's test calls. */
export function widgetTestPath(embedId: string): string {
  return `/widget/${encodeURIComponent(embedId)}?testing=true`;
}

/** Returns only paths of this app, so that a link to the login page cannot lead to another website. */
export function returnPathFrom(search: string): string {
  const destination = new URLSearchParams(search).get(RETURN_PARAM) ?? "";
  if (!destination.startsWith("/")) return ROUTES.dashboard;
  const { origin } = window.location;
  if (!URL.canParse(destination, origin)) return ROUTES.dashboard;
  const url = new URL(destination, origin);
  if (url.origin !== origin || url.pathname === ROUTES.login) return ROUTES.dashboard;
  return url.pathname + url.search + url.hash;
}
