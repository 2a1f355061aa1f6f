import type { ButtonWords } from "../talkButtonTexts";

export const it: ButtonWords = {
  labels: {
    name: "Chat vocale",
    idle: "Avvia la chat vocale",
    connecting: "Connessione…",
    active: "Termina la chat vocale",
    agree: "Accetta e avvia la chat vocale",
  },
  said: {
    microphoneDenied: [
      "La chat vocale ha bisogno del microfono. Consenta l’accesso e riprovi.",
      "Consenta il microfono",
    ],
    microphoneForbidden: [
      'Questo sito non permette al pulsante di usare il microfono. Il suo titolare deve aggiungere allow="microphone" al riquadro.',
      "Microfono non ammesso",
    ],
    microphoneMissing: [
      "Non è stato trovato alcun microfono. Ne colleghi uno e riprovi.",
      "Nessun microfono",
    ],
    microphoneBusy: [
      "Un altro programma sta usando il microfono. Lo chiuda e riprovi.",
      "Microfono occupato",
    ],
    pageInsecure: [
      "La chat vocale richiede una pagina sicura. Apra questo sito con https.",
      "Pagina non sicura",
    ],
    browserTooOld: [
      "Questo browser non permette la chat vocale. Lo aggiorni o ne provi un altro.",
      "Browser troppo vecchio",
    ],
    notHeard: [
      "Non la sentiamo. Controlli che il microfono sia acceso e non disattivato.",
      "Non la sentiamo",
    ],
    soundBlocked: ["Il browser blocca l’audio. Prema di nuovo.", "Audio spento"],
    noSoundOutput: [
      "Non è stato possibile riprodurre l’audio. Colleghi altoparlanti o cuffie e riprovi.",
      "Nessun audio",
    ],
    offline: ["La connessione non è riuscita. Controlli la rete e riprovi.", "Nessuna connessione"],
    connectionCut: ["La connessione è interrotta. Attenda un momento.", "Nessuna connessione"],
    connectionLost: ["La connessione si è interrotta. Riprovi.", "Connessione persa"],
    noAnswer: ["L’assistente non ha risposto. Riprovi.", "Nessuna risposta"],
    callFailed: ["Non è stato possibile avviare la chiamata. Riprovi.", "Riprovi"],
  },
  refused: {
    assistantNotServed: ["Questo assistente al momento non è disponibile.", "Non disponibile"],
    siteNotAllowed: [
      "Questo sito non è tra quelli che possono usare questo assistente.",
      "Non consentito qui",
    ],
    pageOutdated: [
      "Questa pagina non è aggiornata. La ricarichi e riprovi.",
      "Ricarichi la pagina",
    ],
    linesBusy: ["Tutte le linee sono occupate. Riprovi tra un momento.", "Linee occupate"],
    tooManyRequests: ["Troppe richieste. Attenda un momento e riprovi.", "Attenda, prego"],
    voicePlatformFailed: ["Il servizio vocale non ha risposto come previsto. Riprovi.", "Riprovi"],
  },
  notConfigured: (name) => [`La chat vocale non è configurata per ${name}.`, "Non configurata"],
  notSigned: [
    "Questa pagina non può avviare una conversazione in questo momento. La ricarichi e riprovi.",
    "Ricarichi la pagina",
  ],
  closedWords: "Chiuso ora",
};
