/**
 * Prices, limits and assumptions of docs/scale.md. A test compares its tables with this data.
 * Each has a source, with the date of that page.
 */
export const SOURCES = {
  convexLimits:
    "https://docs.convex.dev/production/state/limits, as of 2026-08-12 (npm-packages/docs in get-convex/convex-backend)",
  convexPlans: "https://www.convex.dev/pricing, as quoted by others on 2026-05-05",
  vapiPricing: "https://docs.vapi.ai/pricing, as of 2025-07-03 (fern/pricing.mdx in VapiAI/docs)",
  vapiConcurrency: "https://docs.vapi.ai/calls/call-concurrency, as of 2026-08-20 (VapiAI/docs)",
  vapiLines: "Vapi's billing FAQ of 2024-12-06 (VapiAI/docs, 325c95e); no later page was found",
  vapiMessages: "Vapi's price page, as quoted at docs.flexprice.io in 2026",
  modelPrices: "OpenAI's prices of gpt-4.1-mini, as quoted by others on 2026-05-07",
  stripeFees: "https://stripe.com/pricing, as quoted by others in May and June 2026",
  stripeLimits: "https://docs.stripe.com/rate-limits, undated",
  cloudflare:
    "https://developers.cloudflare.com/workers/static-assets/billing-and-limitations, undated",
  ours: "convex/lib/rateLimits.ts and convex/calls/concurrency.ts",
  measured: "an owner's month in docs/scale.md, divided by its calls",
  assumed: "assumed; no source was found",
} as const;

type Source = keyof typeof SOURCES;

export interface Price {
  dollars: number;
  /** Number of units; `per` names the unit. */
  of: number;
  per: string;
  source: Source;
}

const MILLION = 1_000_000;
const GB = 1e9;
const limits = { source: "convexLimits" } as const;

/** Convex's Professional plan in the United States, and how much of each a month of it includes. */
const CONVEX = {
  calls: {
    ...limits,
    dollars: 2,
    of: MILLION,
    per: "million function calls",
    included: 25 * MILLION,
  },
  databaseIo: { ...limits, dollars: 0.2, of: GB, per: "GB of database I/O", included: 50 * GB },
  databaseStorage: {
    ...limits,
    dollars: 0.2,
    of: GB,
    per: "GB of documents and indexes, each month",
    included: 50 * GB,
  },
  fileStorage: {
    ...limits,
    dollars: 0.03,
    of: GB,
    per: "GB of files, each month",
    included: 100 * GB,
  },
  egress: {
    ...limits,
    dollars: 0.12,
    of: GB,
    per: "GB of files served and of requests to vendors",
    included: 50 * GB,
  },
  actionCompute: { ...limits, dollars: 0.3, of: 1, per: "GB-hour of actions", included: 250 },
  searchStorage: {
    ...limits,
    dollars: 0.5,
    of: GB,
    per: "GB of the search's index, each month",
    included: GB,
  },
  searches: {
    ...limits,
    dollars: 0.1,
    of: 1_000 * GB,
    per: "1,000 GB of index that searches look through",
    included: 50_000 * GB,
  },
} as const satisfies Record<string, Price & { included: number }>;

const CONVEX_SEAT: Price = {
  dollars: 25,
  of: 1,
  per: "developer, each month",
  source: "convexPlans",
};

/** What one call costs on Convex, with its page views and its share of what its owner does. */
export const CONVEX_CALL: Price = {
  dollars: 0.0013,
  of: 1,
  per: "call of two minutes, with everything that it causes",
  source: "measured",
};

export const VAPI = {
  minute: { dollars: 0.05, of: 1, per: "minute", source: "vapiPricing" },
  /** Transcriber, model and voice, which Vapi passes on at cost. */
  models: { dollars: 0.05, of: 1, per: "minute, for the models", source: "assumed" },
  message: { dollars: 0.005, of: 1, per: "typed answer", source: "vapiMessages" },
  tokensRead: {
    dollars: 0.4,
    of: MILLION,
    per: "million tokens that a model reads",
    source: "modelPrices",
  },
  tokensWritten: {
    dollars: 1.6,
    of: MILLION,
    per: "million tokens that a model writes",
    source: "modelPrices",
  },
  line: { dollars: 10, of: 1, per: "line beyond the first ten, each month", source: "vapiLines" },
} as const satisfies Record<string, Price>;

export const STRIPE = {
  cardShare: { dollars: 0.029, of: 1, per: "dollar paid by card", source: "stripeFees" },
  cardFixed: { dollars: 0.3, of: 1, per: "payment by card", source: "stripeFees" },
  billingShare: { dollars: 0.007, of: 1, per: "dollar billed", source: "stripeFees" },
} as const satisfies Record<string, Price>;

const STATIC_FILES: Price = {
  dollars: 0,
  of: 1,
  per: "request for a static file",
  source: "cloudflare",
};

export const ALL_PRICES: { vendor: string; prices: Price[] }[] = [
  { vendor: "Convex", prices: [...Object.values(CONVEX), CONVEX_SEAT, CONVEX_CALL] },
  { vendor: "Vapi", prices: Object.values(VAPI) },
  { vendor: "Stripe", prices: Object.values(STRIPE) },
  { vendor: "Cloudflare", prices: [STATIC_FILES] },
];

export const LIMITS = {
  vapiLines: { most: 10, source: "vapiConcurrency" },
  stripeRequestsPerSecond: { most: 100, source: "stripeLimits" },
  stripeRequestsPerSecondOfOneKind: { most: 25, source: "stripeLimits" },
  /** One owner's concurrent calls, of the ten of a new Vapi account; the last is for testing. */
  linesForVisitors: { most: 4, source: "ours" },
  callsOfOneButtonAMinute: { most: 60, source: "ours" },
  S16: {
    queries: 16,
    mutations: 16,
    actions: 64,
    scheduledJobs: 8,
    sessions: 1_000,
    writtenBytesPerSecond: 4 * 2 ** 20,
    datasetBytes: 1e12,
    source: "convexLimits",
  },
  S256: {
    queries: 256,
    mutations: 256,
    actions: 512,
    scheduledJobs: 256,
    sessions: 10_000,
    writtenBytesPerSecond: 8 * 2 ** 20,
    datasetBytes: 1e12,
    source: "convexLimits",
  },
} as const;

export const ASSUMED = {
  daysAMonth: 30,
  callSeconds: 120,
  callsAMonth: 1_000,
  viewsPerCall: 100,
  /** Share of views in which somebody points at the button or focuses it, so that the page requests a page token. */
  intentShare: 0.05,
  /** Share of views by a browser that has the button's files in its cache. */
  shareOfNextViews: 0.5,
  /** An owner opens both pages once a day, and stays an hour on the calls. */
  openingsAMonth: 30,
  hoursWatchedADay: 1,
  /** Calls come in these hours of a day. */
  hoursOfCallsADay: 10,
  callsLookedAtAMonth: 30,
  searchesAMonth: 30,
  /** Duration of an action that calls a vendor. */
  actionSeconds: 1,
  /**
   * A page view's action runs one query, whose result Convex has mostly cached. A guess: decision 12 measured 3 to 11
   * ms, but on the local backend, which is no evidence for Convex Cloud.
   */
  viewSeconds: 0.05,
  /** Actions for page tokens and Vapi's webhooks run a mutation, some also a query. A guess too. */
  databaseActionSeconds: 0.1,
  /** Of an MP3 at 64 kbit/s. Vapi does not publish the rate of its recordings. */
  recordingBytes: 960_000,
  /** Memory of Convex's own runtime, https://docs.convex.dev/production/state/limits. */
  actionGigabytes: 1 / 16,
  plan: "PRO",
} as const;
