/** The events that we send to owners' servers, and the limits. */
export const WEBHOOK_EVENTS = [
  "call.started",
  "call.ended",
  "outcome.created",
  "assistant.published",
  "usage.threshold",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Per owner. */
export const MAX_WEBHOOKS = 5;
export const MAX_WEBHOOK_URL_LENGTH = 500;
/** An endpoint that has failed for this long without a success is switched off. */
export const FAILING_DAYS = 5;
/** How long the log of deliveries is kept. */
export const DELIVERIES_KEPT_DAYS = 30;
/** The longest log of an endpoint. */
export const MAX_DELIVERIES = 2_000;

export const WEBHOOK_MESSAGES = {
  notAnAddress: "Please enter the full URL, such as https://example.com/hook.",
  notHttps: "The URL must start with https://.",
  port: "The URL can only use port 443 or 8443.",
  userInfo: "The URL cannot contain a user name or password. Check the signature instead.",
  notAName: "The URL must use a domain name, not an IP address.",
  notPublic: "This name belongs to a private network, which we cannot reach.",
  tooLong: `The URL can have at most ${MAX_WEBHOOK_URL_LENGTH} characters.`,
  noEvents: "Please choose at least one event.",
  tooMany: `You already have ${MAX_WEBHOOKS} endpoints. Delete one you no longer need first.`,
  notFound: "This endpoint no longer exists.",
  deliveryNotFound: "This delivery is no longer in the log.",
  switchedOff: "This endpoint is switched off. Switch it on first.",
} as const;
