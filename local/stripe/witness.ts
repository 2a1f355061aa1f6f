/** Whoever sees what passes between the stand-in and the others, and judges it. */
export interface Exchange {
  method: string;
  path: string;
  /** The parameters as they travelled, from the address or the body. */
  form: string;
  status: number;
  body: string;
}

export interface Witness {
  exchange(exchange: Exchange): void;
  /** An event's whole text, once for each time that it is sent. */
  event(body: string): void;
}
