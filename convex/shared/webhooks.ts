/** What owners' own servers can be told of, and within which bounds. */
export const WEBHOOK_EVENTS = [
  "call.started",
  "call.ended",
  "outcome.created",
  "assistant.published",
  "usage.threshold",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Of an owner. */
export const MAX_WEBHOOKS = 5;
export const MAX_WEBHOOK_URL_LENGTH = 500;
/** An endpoint that did nothing but fail for so long is switched off. */
export const FAILING_DAYS = 5;
/** For as long the log of what was sent is kept. */
export const DELIVERIES_KEPT_DAYS = 30;
/** What is kept of an endpoint's log. */
export const MAX_DELIVERIES = 2_000;

export const WEBHOOK_MESSAGES = {
  notAnAddress: "Please write the whole address, such as https://example.com/hook.",
  notHttps: "The address must begin with https://.",
  port: "The address may name port 443 or 8443, or none.",
  userInfo: "The address may hold no user name and no password. Check the signature instead.",
  notAName: "The address must be that of a name, not of a number.",
  notPublic: "This is a name within a private network, which we cannot reach.",
  tooLong: `The address may have ${MAX_WEBHOOK_URL_LENGTH} characters.`,
  noEvents: "Please choose at least one event.",
  tooMany: `You already have ${MAX_WEBHOOKS} endpoints. Delete one that you no longer need first.`,
  notFound: "This endpoint no longer exists.",
  deliveryNotFound: "This delivery is no longer in the log.",
  switchedOff: "This endpoint is switched off. Switch it on first.",
} as const;
