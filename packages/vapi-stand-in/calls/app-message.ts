/** The messages by which a page controls a live call, in the format of the web SDK's `send`. */
export type AppMessage =
  | { type: "playable" }
  | { type: "end-call" }
  | { type: "say"; message: string; endCallAfterSpoken: boolean; interruptionsEnabled: boolean }
  | { type: "control"; control: "mute-assistant" | "unmute-assistant" | "say-first-message" }
  | {
      type: "add-message";
      message: { role: "user" | "assistant" | "system"; content: string };
      triggerResponseEnabled: boolean;
    };

const ROLES = ["user", "assistant", "system"] as const;
const CONTROLS = ["mute-assistant", "unmute-assistant", "say-first-message"] as const;

/** Null for other messages, which are ignored: pages may send anything. */
export function parseAppMessage(data: string): AppMessage | null {
  if (data === "playable") return { type: "playable" };
  const message = parseObject(data);
  switch (message?.type) {
    case "end-call":
      return { type: "end-call" };
    case "say":
      if (typeof message.message !== "string") return null;
      return {
        type: "say",
        message: message.message,
        endCallAfterSpoken: message.endCallAfterSpoken === true,
        interruptionsEnabled: message.interruptionsEnabled !== false,
      };
    case "control": {
      const control = CONTROLS.find((one) => one === message.control);
      return control === undefined ? null : { type: "control", control };
    }
    case "add-message":
      return parseAddedMessage(message);
    default:
      return null;
  }
}

function parseAddedMessage(added: Record<string, unknown>): AppMessage | null {
  const { message, triggerResponseEnabled } = added;
  if (typeof message !== "object" || message === null) return null;
  const { role: given, content } = message as { role?: unknown; content?: unknown };
  const role = ROLES.find((one) => one === given);
  if (role === undefined || typeof content !== "string") return null;
  return {
    type: "add-message",
    message: { role, content },
    triggerResponseEnabled: triggerResponseEnabled !== false,
  };
}

function parseObject(data: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
