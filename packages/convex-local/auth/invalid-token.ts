/** Why somebody's credentials are refused, with upstream's code and words. */
export class InvalidToken extends Error {
  readonly code: string;

  constructor(message: string, code = "InvalidAuthHeader") {
    super(message);
    this.code = code;
  }

  /** Upstream tells a header that cannot be read from credentials that are no good. */
  get status(): number {
    return UNREADABLE.has(this.code) ? 400 : 401;
  }
}

const UNREADABLE = new Set([
  "HeaderParseFailure",
  "InvalidHeaderFailure",
  "InvalidAdminKey",
  "AuthProviderDiscoveryFailed",
]);
