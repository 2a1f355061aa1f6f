/** What the talk page says in English. It comes with the page's script, and every other language is loaded by itself. */
export interface TalkTexts {
  aiAssistant: string;
  /** The list of messages, for screen readers. */
  conversation: string;
  /** Before each of the visitor's messages, for screen readers. */
  you: string;
  yourMessage: string;
  send: string;
  answering: (name: string) => string;
  charactersLeft: (count: number) => string;
  tryAgain: string;
  notAnswered: string;
  startOver: string;
  startOverQuestion: string;
  cancel: string;
  agree: string;
  /** During a call. */
  talking: (name: string) => string;
  mute: string;
  unmute: string;
  close: string;
  /** What the assistant asks the visitor to type during a call. The others say what is wrong with it. */
  field: Record<"text" | "email" | "phone" | "number", string> & {
    asked: (label: string) => string;
  };
  /** What waits for a yes. `right` is sent, so the server must take it for one. */
  proposal: Record<"check" | "right" | "change", string>;
  /** After a conversation. */
  helpful: string;
  yes: string;
  no: string;
  thanks: string;
  tellMore: string;
  notSent: string;
  loading: string;
  unavailableTitle: string;
  unavailable: string;
  forbiddenTitle: string;
  forbidden: string;
  /** By the server's codes. All others are among the talk button's texts. */
  messages: Record<"answer_pending" | "thread_full" | "text_off", string>;
}

export const en: TalkTexts = {
  aiAssistant: "AI assistant",
  conversation: "Conversation",
  you: "You",
  yourMessage: "Your message",
  send: "Send",
  answering: (name) => `${name} is writing…`,
  charactersLeft: (count) => `Characters left: ${count}`,
  tryAgain: "Try again",
  notAnswered: "This message was not answered.",
  startOver: "Start over",
  startOverQuestion: "Remove this conversation and start over?",
  cancel: "Cancel",
  agree: "Agree and continue",
  talking: (name) => `Call with ${name}`,
  mute: "Mute",
  unmute: "Unmute",
  close: "Close",
  field: {
    asked: (label) => `Please type: ${label}`,
    text: "Please fill in this field.",
    email: "Please enter a full email address.",
    phone: "Please enter a full phone number.",
    number: "Please enter a number.",
  },
  proposal: {
    check: "Please check",
    right: "Yes, that is right",
    change: "Or write what should be different.",
  },
  helpful: "Was this helpful?",
  yes: "Yes",
  no: "No",
  thanks: "Thank you.",
  tellMore: "Tell us more (optional)",
  notSent: "It could not be sent. Please try again.",
  loading: "Loading…",
  unavailableTitle: "This assistant is not available",
  unavailable: "It may be switched off at the moment, or the address may be wrong.",
  forbiddenTitle: "This assistant is not available here",
  forbidden: "Its owner has not allowed it on this website.",
  messages: {
    answer_pending: "The assistant is still answering. Please wait a moment.",
    thread_full: "This conversation has reached its limit. Please start over.",
    text_off: "You can only speak with it, not type.",
  },
};
