import type { ButtonWords } from "../talkButtonTexts";

export const da: ButtonWords = {
  labels: {
    name: "Stemmechat",
    idle: "Start stemmechat",
    connecting: "Forbinder…",
    active: "Afslut stemmechat",
    agree: "Accepter og start stemmechat",
  },
  said: {
    microphoneDenied: [
      "Stemmechatten har brug for mikrofonen. Giv adgang, og prøv igen.",
      "Tillad mikrofonen",
    ],
    microphoneForbidden: [
      'Dette websted lader ikke knappen bruge mikrofonen. Ejeren skal føje allow="microphone" til rammen.',
      "Mikrofon ikke tilladt",
    ],
    microphoneMissing: [
      "Der blev ikke fundet nogen mikrofon. Tilslut en, og prøv igen.",
      "Ingen mikrofon",
    ],
    microphoneBusy: [
      "Et andet program bruger mikrofonen. Luk det, og prøv igen.",
      "Mikrofonen er optaget",
    ],
    pageInsecure: [
      "Stemmechatten kræver en sikker side. Åbn webstedet med https.",
      "Siden ikke sikker",
    ],
    browserTooOld: [
      "Denne browser kan ikke holde en stemmechat. Opdater den, eller prøv en anden.",
      "Browser for gammel",
    ],
    notHeard: [
      "Vi kan ikke høre dig. Se efter, om mikrofonen er tændt og ikke slået fra.",
      "Kan intet høre",
    ],
    soundBlocked: ["Browseren holder lyden slukket. Tryk igen.", "Lyden er slukket"],
    noSoundOutput: [
      "Der kunne ikke afspilles lyd. Tilslut højttaler eller hovedtelefoner, og prøv igen.",
      "Ingen højttaler",
    ],
    offline: ["Forbindelsen mislykkedes. Tjek dit netværk, og prøv igen.", "Ingen forbindelse"],
    connectionCut: ["Forbindelsen er afbrudt. Vent et øjeblik.", "Ingen forbindelse"],
    connectionLost: ["Forbindelsen blev afbrudt. Prøv igen.", "Forbindelse afbrudt"],
    noAnswer: ["Assistenten svarede ikke. Prøv igen.", "Intet svar"],
    callFailed: ["Samtalen kunne ikke begynde. Prøv igen.", "Prøv igen"],
  },
  refused: {
    assistantNotServed: ["Denne assistent er ikke tilgængelig lige nu.", "Ikke tilgængelig"],
    siteNotAllowed: [
      "Dette websted er ikke blandt dem, der må bruge assistenten.",
      "Ikke tilladt her",
    ],
    pageOutdated: ["Siden er forældet. Genindlæs den, og prøv igen.", "Genindlæs siden"],
    linesBusy: ["Alle linjer er optaget. Prøv igen om et øjeblik.", "Linjer optaget"],
    tooManyRequests: ["For mange forsøg. Vent et øjeblik, og prøv igen.", "Vent venligst"],
    voicePlatformFailed: ["Stemmetjenesten svarede ikke som ventet. Prøv igen.", "Prøv igen"],
  },
  notConfigured: (name) => [`Stemmechatten er ikke sat op for ${name}.`, "Ikke sat op"],
  notSigned: [
    "Denne side må ikke starte en samtale lige nu. Genindlæs den, og prøv igen.",
    "Genindlæs siden",
  ],
  closedWords: "Lukket nu",
};
