import type { TalkTexts } from "./en";

export const fr: TalkTexts = {
  aiAssistant: "Assistant IA",
  conversation: "Conversation",
  you: "Vous",
  yourMessage: "Votre message",
  send: "Envoyer",
  answering: (name) => `${name} écrit…`,
  charactersLeft: (count) => `${count} caractères restants`,
  tryAgain: "Réessayer",
  notAnswered: "Ce message est resté sans réponse.",
  startOver: "Recommencer",
  startOverQuestion: "Effacer cette conversation et recommencer ?",
  cancel: "Annuler",
  agree: "Accepter et continuer",
  loading: "Chargement…",
  unavailableTitle: "Cet assistant n’est pas disponible",
  unavailable: "Il est peut-être désactivé en ce moment, ou l’adresse est incorrecte.",
  forbiddenTitle: "Cet assistant n’est pas disponible ici",
  forbidden: "Son propriétaire ne l’a pas autorisé sur ce site.",
  messages: {
    answer_pending: "L’assistant est encore en train de répondre. Veuillez patienter un instant.",
    thread_full: "Cette conversation a atteint sa limite. Veuillez recommencer.",
    text_off: "On peut seulement lui parler, pas lui écrire.",
  },
};
