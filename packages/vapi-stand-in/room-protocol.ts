/** What a room's WebSocket carries as text; binary messages are frames of sound, in both directions. */
export type ToServer =
  | { type: "join"; hasMicrophone: boolean }
  /** What the page sends to the assistant: the word `playable`, or JSON. */
  | { type: "app-message"; data: string }
  | { type: "leave" };

export type ToPage =
  | { type: "assistant-joined" }
  /** What the assistant sends to the page: the word `listening`, or JSON. */
  | { type: "app-message"; data: string }
  /** Forget all sound that has not been played. */
  | { type: "flush" }
  /** Nothing but that somebody is there: from a network that is gone nothing comes, and nobody says so. */
  | { type: "alive" }
  /** The room is closed; no sound and no message follows. */
  | { type: "ejected" };

export const ALIVE_EVERY_MS = 2_000;

export const ROOM_PATH = "/room/";
