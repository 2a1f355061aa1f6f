import type { ButtonWords } from "../talkButtonTexts";

export const fr: ButtonWords = {
  labels: {
    name: "Chat vocal",
    idle: "Démarrer le chat vocal",
    connecting: "Connexion…",
    active: "Arrêter le chat vocal",
    agree: "Accepter et démarrer le chat vocal",
    type: "Écrire",
  },
  messages: {
    microphone_denied: [
      "Le chat vocal a besoin du microphone. Autorisez-en l’accès et réessayez.",
      "Autorisez le microphone",
    ],
    microphone_forbidden: [
      'Ce site ne laisse pas le bouton utiliser le microphone. Son responsable doit ajouter allow="microphone" au cadre.',
      "Microphone non autorisé",
    ],
    microphone_missing: [
      "Aucun microphone n’a été trouvé. Branchez-en un et réessayez.",
      "Aucun microphone",
    ],
    microphone_busy: [
      "Un autre programme utilise le microphone. Fermez-le et réessayez.",
      "Microphone occupé",
    ],
    page_insecure: [
      "Le chat vocal a besoin d’une page sécurisée. Ouvrez ce site avec https.",
      "Page non sûre",
    ],
    browser_too_old: [
      "Ce navigateur ne permet pas le chat vocal. Mettez-le à jour ou essayez-en un autre.",
      "Navigateur trop ancien",
    ],
    not_heard: [
      "Nous ne vous entendons pas. Vérifiez que votre microphone est allumé et n’est pas coupé.",
      "On n’entend rien",
    ],
    sound_blocked: ["Votre navigateur bloque le son. Appuyez à nouveau.", "Le son est coupé"],
    no_sound_output: [
      "Aucun son n’a pu être diffusé. Branchez un haut-parleur ou un casque et réessayez.",
      "Pas de son",
    ],
    offline: ["La connexion a échoué. Vérifiez votre réseau et réessayez.", "Aucune connexion"],
    connection_cut: [
      "La connexion est interrompue. Veuillez patienter un instant.",
      "Aucune connexion",
    ],
    connection_lost: ["La connexion a été perdue. Veuillez réessayer.", "Connexion perdue"],
    no_answer: ["L’assistant n’a pas répondu. Veuillez réessayer.", "Aucune réponse"],
    call_failed: ["L’appel n’a pas pu commencer. Veuillez réessayer.", "Veuillez réessayer"],
    assistant_not_found: ["Cet assistant n’est pas disponible pour le moment.", "Pas disponible"],
    site_not_allowed: [
      "Ce site ne fait pas partie de ceux qui peuvent utiliser cet assistant.",
      "Non autorisé ici",
    ],
    page_token_refused: ["Cette page est périmée. Rechargez-la et réessayez.", "Rechargez la page"],
    busy: ["Toutes les lignes sont occupées. Réessayez dans un instant.", "Lignes occupées"],
    too_many_requests: [
      "Trop de demandes. Attendez un instant et réessayez.",
      "Veuillez patienter",
    ],
    voice_platform_failed: [
      "Le service vocal n’a pas répondu comme prévu. Veuillez réessayer.",
      "Veuillez réessayer",
    ],
  },
  notConfigured: (name) => [`Le chat vocal n’est pas configuré pour ${name}.`, "Non configuré"],
  leaveMessage: "Message",
  notSigned: [
    "Cette page ne peut pas lancer de conversation pour le moment. Rechargez-la et réessayez.",
    "Rechargez la page",
  ],
  closedShortText: "Fermé maintenant",
};
