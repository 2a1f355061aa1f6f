/** Sees every request, response and event. In tests it compares them with what Stripe publishes. */
export interface Exchange {
  method: string;
  path: string;
  /** The form-encoded parameters, from the query or the body. */
  form: string;
  status: number;
  body: string;
}

export interface Witness {
  exchange(exchange: Exchange): void;
  /** Called for each delivery attempt, with the whole body. */
  event(body: string): void;
}
