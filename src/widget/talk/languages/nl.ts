import type { TalkTexts } from "./en";

export const nl: TalkTexts = {
  aiAssistant: "AI-assistent",
  conversation: "Gesprek",
  you: "U",
  yourMessage: "Uw bericht",
  send: "Versturen",
  answering: (name) => `${name} schrijft…`,
  charactersLeft: (count) => `Nog ${count} tekens`,
  tryAgain: "Opnieuw proberen",
  notAnswered: "Dit bericht is niet beantwoord.",
  startOver: "Opnieuw beginnen",
  startOverQuestion: "Dit gesprek verwijderen en opnieuw beginnen?",
  cancel: "Annuleren",
  agree: "Akkoord en verder",
  loading: "Laden…",
  unavailableTitle: "Deze assistent is niet beschikbaar",
  unavailable: "Misschien staat hij nu uit, of klopt het adres niet.",
  forbiddenTitle: "Deze assistent is hier niet beschikbaar",
  forbidden: "De eigenaar heeft hem op deze website niet toegestaan.",
  messages: {
    answer_pending: "De assistent is nog aan het antwoorden. Wacht even.",
    thread_full: "Dit gesprek heeft de limiet bereikt. Begin opnieuw.",
    text_off: "U kunt er alleen mee praten, niet mee typen.",
  },
};
