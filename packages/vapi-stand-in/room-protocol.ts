/** The text messages of a room's WebSocket. Binary messages are audio frames, in both directions. */
export type ToServer =
  | { type: "join"; hasMicrophone: boolean }
  /** From the page to the assistant: the word `playable`, or JSON. */
  | { type: "app-message"; data: string }
  | { type: "leave" };

export type ToPage =
  | { type: "assistant-joined" }
  /** From the assistant to the page: the word `listening`, or JSON. */
  | { type: "app-message"; data: string }
  /** Forget all sound that has not been played. */
  | { type: "flush" }
  /** A heartbeat: without it, a lost network would not be noticed. */
  | { type: "alive" }
  /** The room is closed; no sound and no message follows. */
  | { type: "ejected" };

export const ALIVE_EVERY_MS = 2_000;

export const ROOM_PATH = "/room/";
/** Of rooms whose clients use the published WebSocket transport instead of this protocol. */
export const TRANSPORT_PATH = "/transport/";
