/** Why credentials are refused, with upstream's code and text. */
export class InvalidToken extends Error {
  readonly code: string;

  constructor(message: string, code = "InvalidAuthHeader") {
    super(message);
    this.code = code;
  }

  /** Upstream distinguishes an unreadable header from invalid credentials. */
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
