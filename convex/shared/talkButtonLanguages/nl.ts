import type { ButtonWords } from "../talkButtonTexts";

export const nl: ButtonWords = {
  labels: {
    name: "Spraakchat",
    idle: "Spraakchat starten",
    connecting: "Verbinden…",
    active: "Spraakchat stoppen",
    agree: "Akkoord en spraakchat starten",
    type: "Typen",
  },
  messages: {
    microphone_denied: [
      "De spraakchat heeft de microfoon nodig. Geef toegang en probeer het opnieuw.",
      "Sta microfoon toe",
    ],
    microphone_forbidden: [
      'Deze website laat de knop de microfoon niet gebruiken. De eigenaar moet allow="microphone" aan het kader toevoegen.',
      "Microfoon niet toegestaan",
    ],
    microphone_missing: [
      "Er is geen microfoon gevonden. Sluit er een aan en probeer het opnieuw.",
      "Geen microfoon",
    ],
    microphone_busy: [
      "Een ander programma gebruikt de microfoon. Sluit het en probeer het opnieuw.",
      "Microfoon bezet",
    ],
    page_insecure: [
      "De spraakchat heeft een veilige pagina nodig. Open deze website met https.",
      "Pagina niet veilig",
    ],
    browser_too_old: [
      "Deze browser kan geen spraakchat voeren. Werk hem bij of probeer een andere.",
      "Browser te oud",
    ],
    not_heard: [
      "We horen u niet. Controleer of uw microfoon aan staat en niet gedempt is.",
      "Niets te horen",
    ],
    sound_blocked: ["Uw browser houdt het geluid tegen. Druk nog een keer.", "Geluid staat uit"],
    no_sound_output: [
      "Er kon geen geluid worden afgespeeld. Sluit een luidspreker of koptelefoon aan en probeer het opnieuw.",
      "Geen luidspreker",
    ],
    offline: [
      "De verbinding is mislukt. Controleer uw netwerk en probeer het opnieuw.",
      "Geen verbinding",
    ],
    connection_cut: ["De verbinding is onderbroken. Een moment geduld.", "Geen verbinding"],
    connection_lost: ["De verbinding is verbroken. Probeer het opnieuw.", "Verbinding verbroken"],
    no_answer: ["De assistent gaf geen antwoord. Probeer het opnieuw.", "Geen antwoord"],
    call_failed: ["Het gesprek kon niet beginnen. Probeer het opnieuw.", "Probeer het opnieuw"],
    assistant_not_found: ["Deze assistent is op dit moment niet beschikbaar.", "Niet beschikbaar"],
    site_not_allowed: [
      "Deze website hoort niet bij de sites die deze assistent mogen gebruiken.",
      "Hier niet toegestaan",
    ],
    page_token_refused: [
      "Deze pagina is verouderd. Laad haar opnieuw en probeer het nog eens.",
      "Laad opnieuw",
    ],
    busy: ["Alle lijnen zijn bezet. Probeer het zo nog eens.", "Lijnen bezet"],
    too_many_requests: ["Te veel aanvragen. Wacht even en probeer het opnieuw.", "Even wachten"],
    voice_platform_failed: [
      "De spraakdienst antwoordde niet zoals verwacht. Probeer het opnieuw.",
      "Probeer het opnieuw",
    ],
  },
  notConfigured: (name) => [`De spraakchat is niet ingesteld voor ${name}.`, "Niet ingesteld"],
  leaveMessage: "Bericht",
  notSigned: [
    "Deze pagina mag nu geen gesprek starten. Laad de pagina opnieuw en probeer het nog eens.",
    "Laad opnieuw",
  ],
  closedShortText: "Nu gesloten",
};
