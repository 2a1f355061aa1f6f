import type { TalkTexts } from "./en";

export const sv: TalkTexts = {
  aiAssistant: "AI-assistent",
  conversation: "Konversation",
  you: "Du",
  yourMessage: "Ditt meddelande",
  send: "Skicka",
  answering: (name) => `${name} skriver…`,
  charactersLeft: (count) => `${count} tecken kvar`,
  tryAgain: "Försök igen",
  notAnswered: "Meddelandet har inte besvarats.",
  startOver: "Börja om",
  startOverQuestion: "Vill du ta bort konversationen och börja om?",
  cancel: "Avbryt",
  agree: "Godkänn och fortsätt",
  loading: "Läser in…",
  unavailableTitle: "Assistenten är inte tillgänglig",
  unavailable: "Den kan vara avstängd just nu, eller så är adressen fel.",
  forbiddenTitle: "Assistenten är inte tillgänglig här",
  forbidden: "Ägaren har inte tillåtit den på den här webbplatsen.",
  messages: {
    answer_pending: "Assistenten svarar fortfarande. Vänta ett ögonblick.",
    thread_full: "Konversationen har nått sin gräns. Börja om.",
    text_off: "Den svarar bara i tal, inte i skrift.",
  },
};
