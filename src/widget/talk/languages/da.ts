import type { TalkTexts } from "./en";

export const da: TalkTexts = {
  aiAssistant: "AI-assistent",
  conversation: "Samtale",
  you: "Dig",
  yourMessage: "Din besked",
  send: "Send",
  answering: (name) => `${name} skriver…`,
  charactersLeft: (count) => `${count} tegn tilbage`,
  tryAgain: "Prøv igen",
  notAnswered: "Beskeden blev ikke besvaret.",
  startOver: "Begynd forfra",
  startOverQuestion: "Vil du fjerne samtalen og begynde forfra?",
  cancel: "Annuller",
  agree: "Accepter og fortsæt",
  loading: "Indlæser…",
  unavailableTitle: "Assistenten er ikke tilgængelig",
  unavailable: "Den er måske slået fra lige nu, eller adressen er forkert.",
  forbiddenTitle: "Assistenten er ikke tilgængelig her",
  forbidden: "Ejeren har ikke tilladt den på dette websted.",
  messages: {
    answer_pending: "Assistenten svarer stadig. Vent et øjeblik.",
    thread_full: "Samtalen har nået sin grænse. Begynd forfra.",
    text_off: "Den svarer kun i tale, ikke på skrift.",
  },
};
