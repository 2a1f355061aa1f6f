/** As much of the voice SDK as a call needs. */
export interface VoiceClient {
  on(event: string, listener: (detail?: unknown) => void): unknown;
  /** Gets ready at once, and joins when there is a call. */
  join(call: Promise<WebCall>): Promise<unknown>;
  stop(): Promise<void>;
}

/** A call that was created and waits for its visitor. */
export interface WebCall {
  webCallUrl: string;
  transport?: { callToken?: string };
}

export interface VoiceService {
  /** The embed id itself for a visitor, the session for an owner who tests. */
  token: string;
  /** Our own proxy: no key of the platform ever reaches a browser. */
  baseUrl: string;
  /** Of another call machine than the vendor's own. */
  callMachineUrl: string | null;
}
