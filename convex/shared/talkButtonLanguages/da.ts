import type { ButtonWords } from "../talkButtonTexts";

export const da: ButtonWords = {
  labels: {
    name: "Stemmechat",
    idle: "Start stemmechat",
    connecting: "Forbinder…",
    active: "Afslut stemmechat",
    agree: "Accepter og start stemmechat",
    type: "Skriv",
  },
  messages: {
    microphone_denied: [
      "Stemmechatten har brug for mikrofonen. Giv adgang, og prøv igen.",
      "Tillad mikrofonen",
    ],
    microphone_forbidden: [
      'Dette websted lader ikke knappen bruge mikrofonen. Ejeren skal føje allow="microphone" til rammen.',
      "Mikrofon ikke tilladt",
    ],
    microphone_missing: [
      "Der blev ikke fundet nogen mikrofon. Tilslut en, og prøv igen.",
      "Ingen mikrofon",
    ],
    microphone_busy: [
      "Et andet program bruger mikrofonen. Luk det, og prøv igen.",
      "Mikrofonen er optaget",
    ],
    page_insecure: [
      "Stemmechatten kræver en sikker side. Åbn webstedet med https.",
      "Siden ikke sikker",
    ],
    browser_too_old: [
      "Denne browser kan ikke holde en stemmechat. Opdater den, eller prøv en anden.",
      "Browser for gammel",
    ],
    not_heard: [
      "Vi kan ikke høre dig. Se efter, om mikrofonen er tændt og ikke slået fra.",
      "Kan intet høre",
    ],
    sound_blocked: ["Browseren holder lyden slukket. Tryk igen.", "Lyden er slukket"],
    no_sound_output: [
      "Der kunne ikke afspilles lyd. Tilslut højttaler eller hovedtelefoner, og prøv igen.",
      "Ingen højttaler",
    ],
    offline: ["Forbindelsen mislykkedes. Tjek dit netværk, og prøv igen.", "Ingen forbindelse"],
    connection_cut: ["Forbindelsen er afbrudt. Vent et øjeblik.", "Ingen forbindelse"],
    connection_lost: ["Forbindelsen blev afbrudt. Prøv igen.", "Forbindelse afbrudt"],
    no_answer: ["Assistenten svarede ikke. Prøv igen.", "Intet svar"],
    call_failed: ["Samtalen kunne ikke begynde. Prøv igen.", "Prøv igen"],
    assistant_not_found: ["Denne assistent er ikke tilgængelig lige nu.", "Ikke tilgængelig"],
    site_not_allowed: [
      "Dette websted er ikke blandt dem, der må bruge assistenten.",
      "Ikke tilladt her",
    ],
    page_token_refused: ["Siden er forældet. Genindlæs den, og prøv igen.", "Genindlæs siden"],
    busy: ["Alle linjer er optaget. Prøv igen om et øjeblik.", "Linjer optaget"],
    too_many_requests: ["For mange forsøg. Vent et øjeblik, og prøv igen.", "Vent venligst"],
    voice_platform_failed: ["Stemmetjenesten svarede ikke som ventet. Prøv igen.", "Prøv igen"],
  },
  notConfigured: (name) => [`Stemmechatten er ikke sat op for ${name}.`, "Ikke sat op"],
  leaveMessage: "Besked",
  notSigned: [
    "Denne side må ikke starte en samtale lige nu. Genindlæs den, og prøv igen.",
    "Genindlæs siden",
  ],
  closedShortText: "Lukket nu",
};
