import type { TalkTexts } from "./en";

export const pl: TalkTexts = {
  aiAssistant: "Asystent AI",
  conversation: "Rozmowa",
  you: "Ty",
  yourMessage: "Twoja wiadomość",
  send: "Wyślij",
  answering: (name) => `${name} pisze…`,
  charactersLeft: (count) => `Pozostało znaków: ${count}`,
  tryAgain: "Spróbuj ponownie",
  notAnswered: "Ta wiadomość pozostała bez odpowiedzi.",
  startOver: "Zacznij od nowa",
  startOverQuestion: "Usunąć tę rozmowę i zacząć od nowa?",
  cancel: "Anuluj",
  agree: "Zgadzam się, dalej",
  loading: "Ładowanie…",
  unavailableTitle: "Ten asystent jest niedostępny",
  unavailable: "Może być teraz wyłączony albo adres jest błędny.",
  forbiddenTitle: "Ten asystent jest tutaj niedostępny",
  forbidden: "Właściciel nie zezwolił na niego w tej witrynie.",
  messages: {
    answer_pending: "Asystent jeszcze odpowiada. Proszę chwilę poczekać.",
    thread_full: "Ta rozmowa osiągnęła limit. Proszę zacząć od nowa.",
    text_off: "Można z nim tylko rozmawiać głosowo, nie pisać.",
  },
};
