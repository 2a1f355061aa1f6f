import type { TalkTexts } from "./en";

export const it: TalkTexts = {
  aiAssistant: "Assistente IA",
  conversation: "Conversazione",
  you: "Lei",
  yourMessage: "Il suo messaggio",
  send: "Invia",
  answering: (name) => `${name} sta scrivendo…`,
  charactersLeft: (count) => `Caratteri rimasti: ${count}`,
  tryAgain: "Riprova",
  notAnswered: "Questo messaggio non ha ricevuto risposta.",
  startOver: "Ricomincia",
  startOverQuestion: "Eliminare questa conversazione e ricominciare?",
  cancel: "Annulla",
  agree: "Accetta e continua",
  loading: "Caricamento…",
  unavailableTitle: "Questo assistente non è disponibile",
  unavailable: "Forse al momento è disattivato, oppure l’indirizzo non è corretto.",
  forbiddenTitle: "Questo assistente non è disponibile qui",
  forbidden: "Il proprietario non lo ha autorizzato su questo sito.",
  messages: {
    answer_pending: "L’assistente sta ancora rispondendo. Attenda un momento.",
    thread_full: "Questa conversazione ha raggiunto il limite. Ricominci da capo.",
    text_off: "Risponde solo a voce, non per iscritto.",
  },
};
