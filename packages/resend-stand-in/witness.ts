/** Sees every request, response and event. In tests it compares them with what Resend publishes. */
export interface Exchange {
  method: string;
  path: string;
  query: URLSearchParams;
  /** Parsed JSON, or undefined without a body. */
  requestBody: unknown;
  status: number;
  responseBody: unknown;
}

export interface Witness {
  exchange(exchange: Exchange): void;
  /** Called for each delivery attempt. */
  event(event: unknown): void;
}
