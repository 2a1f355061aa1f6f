/** The part of the voice SDK that a call needs. */
export interface VoiceClient {
  on(event: string, listener: (detail?: unknown) => void): unknown;
  /** Loads at once, and joins when the call has been created. */
  join(call: Promise<WebCall>): Promise<unknown>;
  stop(): Promise<void>;
  send(message: AddMessage): void;
  setMuted(isMuted: boolean): void;
}

/** Adds to what the assistant knows, and lets it answer or not. */
export interface AddMessage {
  type: "add-message";
  message: { role: "user" | "assistant"; content: string };
  triggerResponseEnabled: boolean;
}

/** A call that was created and that its visitor can join. */
export interface WebCall {
  webCallUrl: string;
  transport?: { callToken?: string };
}

export interface VoiceService {
  /** The embed id for a visitor, the session token for an owner who tests. */
  token: string;
  /** Our own proxy, so that no key of the platform reaches a browser. */
  baseUrl: string;
  /** Null for the vendor's own call machine. */
  callMachineUrl: string | null;
}
