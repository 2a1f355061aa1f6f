import type { TalkTexts } from "./en";

export const de: TalkTexts = {
  aiAssistant: "KI-Assistent",
  conversation: "Unterhaltung",
  you: "Sie",
  yourMessage: "Ihre Nachricht",
  send: "Senden",
  answering: (name) => `${name} schreibt …`,
  charactersLeft: (count) => `Noch ${count} Zeichen`,
  tryAgain: "Noch einmal versuchen",
  notAnswered: "Diese Nachricht wurde nicht beantwortet.",
  startOver: "Neu beginnen",
  startOverQuestion: "Diese Unterhaltung entfernen und neu beginnen?",
  cancel: "Abbrechen",
  agree: "Zustimmen und weiter",
  loading: "Wird geladen …",
  unavailableTitle: "Dieser Assistent ist nicht erreichbar",
  unavailable: "Vielleicht ist er gerade abgeschaltet, oder die Adresse stimmt nicht.",
  forbiddenTitle: "Dieser Assistent ist hier nicht erreichbar",
  forbidden: "Sein Betreiber hat ihn auf dieser Website nicht erlaubt.",
  messages: {
    answer_pending: "Der Assistent antwortet noch. Bitte warten Sie einen Moment.",
    thread_full: "Diese Unterhaltung ist an ihrer Grenze. Bitte beginnen Sie neu.",
    text_off: "Mit ihm kann man nur sprechen, nicht schreiben.",
  },
};
