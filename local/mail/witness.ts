/** Whoever sees what passes between the stand-in and the others, and judges it. */
export interface Exchange {
  method: string;
  path: string;
  query: URLSearchParams;
  /** Parsed JSON, or undefined where there was none. */
  sent: unknown;
  status: number;
  answer: unknown;
}

export interface Witness {
  exchange(exchange: Exchange): void;
  /** An event as it is sent, once for each attempt. */
  event(event: unknown): void;
}
