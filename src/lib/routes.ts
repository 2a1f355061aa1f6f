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
  typed: "/dashboard/calls/typed",
  inbox: "/dashboard/inbox",
  connections: "/dashboard/connections",
  account: "/dashboard/account",
  operator: "/dashboard/operator",
  studio: "/test-embed",
  answer: "/answer",
  receipt: "/receipt",
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

/** The sections of an assistant's own page, in their order. */
export const ASSISTANT_SECTIONS = [
  "overview",
  "settings",
  "conversation",
  "knowledge",
  "notes",
  "actions",
  "sites",
  "after-conversation",
  "privacy",
  "rehearsals",
  "versions",
] as const;
export type AssistantSection = (typeof ASSISTANT_SECTIONS)[number];

/** The first section has the address of the page itself. */
export function assistantPathFor(assistantId: string, section?: AssistantSection): string {
  const path = `${ROUTES.assistants}/${encodeURIComponent(assistantId)}`;
  return section === undefined || section === ASSISTANT_SECTIONS[0] ? path : `${path}/${section}`;
}

/** As its last part is in the address. Null for a section that does not exist. */
export function assistantSectionAt(part: string | undefined): AssistantSection | null {
  const [first, ...others] = ASSISTANT_SECTIONS;
  return part === undefined ? first : (others.find((section) => section === part) ?? null);
}

/** The assistant whose calls the list shows. */
export const CALLS_ASSISTANT_PARAM = "assistant";

export function assistantCallsPathFor(assistantId: string): string {
  return withAssistant(ROUTES.calls, assistantId);
}

export function assistantTypedPathFor(assistantId: string): string {
  return withAssistant(ROUTES.typed, assistantId);
}

function withAssistant(path: string, assistantId: string): string {
  return `${path}?${new URLSearchParams({ [CALLS_ASSISTANT_PARAM]: assistantId }).toString()}`;
}

/** The search and the open entry of the inbox. */
export const INBOX_PARAMS = { words: "q", open: "call" };

/** The conversation in which a question was asked. The search finds it among older entries too. */
export function conversationPathFor({ callId, question }: Asked): string {
  const params = new URLSearchParams({
    [INBOX_PARAMS.words]: question,
    [INBOX_PARAMS.open]: callId,
  });
  return `${ROUTES.inbox}?${params.toString()}`;
}

type Asked = { callId: string; question: string };

/** The page on which a visitor's question is answered by those who have its link. */
export function answerPathFor(key: string): string {
  return `${ROUTES.answer}/${key}`;
}

/** The page behind the link in the mail about what an assistant did for a visitor. */
export function receiptPathFor(key: string): string {
  return `${ROUTES.receipt}/${key}`;
}

/** The studio with an assistant chosen. */
export function studioPathFor(embedId: string): string {
  return `${ROUTES.studio}?${new URLSearchParams({ assistant: embedId }).toString()}`;
}

export function widgetPathFor(embedId: string): string {
  return `/widget/${encodeURIComponent(embedId)}`;
}

/** A page of its own, on which visitors type. It is not part of the app. */
export function talkPathFor(embedId: string): string {
  return `/talk/${encodeURIComponent(embedId)}`;
}

/** The same page for an owner who tests by typing. */
export function talkTestPath(embedId: string): string {
  return `${talkPathFor(embedId)}?testing=true`;
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
