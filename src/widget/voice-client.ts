/** As much of the voice SDK as a call needs. */
export interface VoiceClient {
  on(event: string, listener: (detail?: unknown) => void): unknown;
  /** Gets ready at once, and joins when there is a call. */
  join(call: Promise<WebCall>): Promise<unknown>;
  stop(): Promise<void>;
}

/** A call that was asked for and waits for its visitor. */
export interface WebCall {
  webCallUrl: string;
  transport?: { callToken?: string };
}

export interface VoiceService {
  /** A visitor shows the embed id itself, an owner who tests their session. */
  token: string;
  /** Our own proxy: no key of the platform ever reaches a browser. */
  baseUrl: string;
  /** Where another call machine than the vendor's own comes from, if it does. */
  callMachineUrl: string | null;
}
