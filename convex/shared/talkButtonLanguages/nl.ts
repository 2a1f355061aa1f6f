import type { ButtonWords } from "../talkButtonTexts";

export const nl: ButtonWords = {
  labels: {
    name: "Spraakchat",
    idle: "Spraakchat starten",
    connecting: "Verbinden…",
    active: "Spraakchat stoppen",
    agree: "Akkoord en spraakchat starten",
  },
  said: {
    microphoneDenied: [
      "De spraakchat heeft de microfoon nodig. Geef toegang en probeer het opnieuw.",
      "Sta microfoon toe",
    ],
    microphoneForbidden: [
      'Deze website laat de knop de microfoon niet gebruiken. De eigenaar moet allow="microphone" aan het kader toevoegen.',
      "Microfoon niet toegestaan",
    ],
    microphoneMissing: [
      "Er is geen microfoon gevonden. Sluit er een aan en probeer het opnieuw.",
      "Geen microfoon",
    ],
    microphoneBusy: [
      "Een ander programma gebruikt de microfoon. Sluit het en probeer het opnieuw.",
      "Microfoon bezet",
    ],
    pageInsecure: [
      "De spraakchat heeft een veilige pagina nodig. Open deze website met https.",
      "Pagina niet veilig",
    ],
    browserTooOld: [
      "Deze browser kan geen spraakchat voeren. Werk hem bij of probeer een andere.",
      "Browser te oud",
    ],
    notHeard: [
      "We horen u niet. Controleer of uw microfoon aan staat en niet gedempt is.",
      "Niets te horen",
    ],
    soundBlocked: ["Uw browser houdt het geluid tegen. Druk nog een keer.", "Geluid staat uit"],
    noSoundOutput: [
      "Er kon geen geluid worden afgespeeld. Sluit een luidspreker of koptelefoon aan en probeer het opnieuw.",
      "Geen luidspreker",
    ],
    offline: [
      "De verbinding is mislukt. Controleer uw netwerk en probeer het opnieuw.",
      "Geen verbinding",
    ],
    connectionCut: ["De verbinding is onderbroken. Een moment geduld.", "Geen verbinding"],
    connectionLost: ["De verbinding is verbroken. Probeer het opnieuw.", "Verbinding verbroken"],
    noAnswer: ["De assistent gaf geen antwoord. Probeer het opnieuw.", "Geen antwoord"],
    callFailed: ["Het gesprek kon niet beginnen. Probeer het opnieuw.", "Probeer het opnieuw"],
  },
  refused: {
    assistantNotServed: ["Deze assistent is op dit moment niet beschikbaar.", "Niet beschikbaar"],
    siteNotAllowed: [
      "Deze website hoort niet bij de sites die deze assistent mogen gebruiken.",
      "Hier niet toegestaan",
    ],
    pageOutdated: [
      "Deze pagina is verouderd. Laad haar opnieuw en probeer het nog eens.",
      "Laad opnieuw",
    ],
    linesBusy: ["Alle lijnen zijn bezet. Probeer het zo nog eens.", "Lijnen bezet"],
    tooManyRequests: ["Te veel aanvragen. Wacht even en probeer het opnieuw.", "Even wachten"],
    voicePlatformFailed: [
      "De spraakdienst antwoordde niet zoals verwacht. Probeer het opnieuw.",
      "Probeer het opnieuw",
    ],
  },
  notConfigured: (name) => [`De spraakchat is niet ingesteld voor ${name}.`, "Niet ingesteld"],
  notSigned: [
    "Deze pagina mag nu geen gesprek starten. Laad de pagina opnieuw en probeer het nog eens.",
    "Laad opnieuw",
  ],
  closedWords: "Nu gesloten",
};
