import type { ButtonWords } from "../talkButtonTexts";

export const it: ButtonWords = {
  labels: {
    name: "Chat vocale",
    idle: "Avvia la chat vocale",
    connecting: "Connessione…",
    active: "Termina la chat vocale",
    agree: "Accetta e avvia la chat vocale",
    type: "Scrivi",
  },
  messages: {
    microphone_denied: [
      "La chat vocale ha bisogno del microfono. Consenta l’accesso e riprovi.",
      "Consenta il microfono",
    ],
    microphone_forbidden: [
      'Questo sito non permette al pulsante di usare il microfono. Il suo titolare deve aggiungere allow="microphone" al riquadro.',
      "Microfono non ammesso",
    ],
    microphone_missing: [
      "Non è stato trovato alcun microfono. Ne colleghi uno e riprovi.",
      "Nessun microfono",
    ],
    microphone_busy: [
      "Un altro programma sta usando il microfono. Lo chiuda e riprovi.",
      "Microfono occupato",
    ],
    page_insecure: [
      "La chat vocale richiede una pagina sicura. Apra questo sito con https.",
      "Pagina non sicura",
    ],
    browser_too_old: [
      "Questo browser non permette la chat vocale. Lo aggiorni o ne provi un altro.",
      "Browser troppo vecchio",
    ],
    not_heard: [
      "Non la sentiamo. Controlli che il microfono sia acceso e non disattivato.",
      "Non la sentiamo",
    ],
    sound_blocked: ["Il browser blocca l’audio. Prema di nuovo.", "Audio spento"],
    no_sound_output: [
      "Non è stato possibile riprodurre l’audio. Colleghi altoparlanti o cuffie e riprovi.",
      "Nessun audio",
    ],
    offline: ["La connessione non è riuscita. Controlli la rete e riprovi.", "Nessuna connessione"],
    connection_cut: ["La connessione è interrotta. Attenda un momento.", "Nessuna connessione"],
    connection_lost: ["La connessione si è interrotta. Riprovi.", "Connessione persa"],
    no_answer: ["L’assistente non ha risposto. Riprovi.", "Nessuna risposta"],
    call_failed: ["Non è stato possibile avviare la chiamata. Riprovi.", "Riprovi"],
    assistant_not_found: ["Questo assistente al momento non è disponibile.", "Non disponibile"],
    site_not_allowed: [
      "Questo sito non è tra quelli che possono usare questo assistente.",
      "Non consentito qui",
    ],
    page_token_refused: [
      "Questa pagina non è aggiornata. La ricarichi e riprovi.",
      "Ricarichi la pagina",
    ],
    busy: ["Tutte le linee sono occupate. Riprovi tra un momento.", "Linee occupate"],
    too_many_requests: ["Troppe richieste. Attenda un momento e riprovi.", "Attenda, prego"],
    voice_platform_failed: [
      "Il servizio vocale non ha risposto come previsto. Riprovi.",
      "Riprovi",
    ],
  },
  notConfigured: (name) => [`La chat vocale non è configurata per ${name}.`, "Non configurata"],
  leaveMessage: "Messaggio",
  notSigned: [
    "Questa pagina non può avviare una conversazione in questo momento. La ricarichi e riprovi.",
    "Ricarichi la pagina",
  ],
  closedShortText: "Chiuso ora",
};
