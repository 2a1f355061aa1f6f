import type { ButtonWords } from "../talkButtonTexts";

export const de: ButtonWords = {
  labels: {
    name: "Sprachchat",
    idle: "Sprachchat starten",
    connecting: "Verbindung wird aufgebaut …",
    active: "Sprachchat beenden",
    agree: "Zustimmen und Sprachchat starten",
    type: "Schreiben",
  },
  messages: {
    microphone_denied: [
      "Für den Sprachchat wird das Mikrofon gebraucht. Bitte erlauben Sie den Zugriff und versuchen Sie es noch einmal.",
      "Mikrofon erlauben",
    ],
    microphone_forbidden: [
      'Diese Website lässt die Schaltfläche das Mikrofon nicht benutzen. Ihr Betreiber muss dem Rahmen allow="microphone" hinzufügen.',
      "Mikrofon nicht erlaubt",
    ],
    microphone_missing: [
      "Es wurde kein Mikrofon gefunden. Bitte schließen Sie eines an und versuchen Sie es noch einmal.",
      "Kein Mikrofon",
    ],
    microphone_busy: [
      "Ein anderes Programm benutzt das Mikrofon. Bitte schließen Sie es und versuchen Sie es noch einmal.",
      "Mikrofon belegt",
    ],
    page_insecure: [
      "Der Sprachchat braucht eine sichere Seite. Bitte öffnen Sie diese Website mit https.",
      "Seite nicht sicher",
    ],
    browser_too_old: [
      "Dieser Browser kann keinen Sprachchat führen. Bitte aktualisieren Sie ihn oder nehmen Sie einen anderen.",
      "Browser zu alt",
    ],
    not_heard: [
      "Wir hören Sie nicht. Bitte prüfen Sie, ob Ihr Mikrofon an und nicht stummgeschaltet ist.",
      "Nichts zu hören",
    ],
    sound_blocked: [
      "Ihr Browser hält den Ton zurück. Bitte drücken Sie noch einmal.",
      "Ton ist aus",
    ],
    no_sound_output: [
      "Es konnte kein Ton abgespielt werden. Bitte schließen Sie Lautsprecher oder Kopfhörer an und versuchen Sie es noch einmal.",
      "Kein Ton",
    ],
    offline: [
      "Die Verbindung ist fehlgeschlagen. Bitte prüfen Sie Ihr Netz und versuchen Sie es noch einmal.",
      "Keine Verbindung",
    ],
    connection_cut: [
      "Die Verbindung ist unterbrochen. Bitte warten Sie einen Moment.",
      "Keine Verbindung",
    ],
    connection_lost: [
      "Die Verbindung ist abgebrochen. Bitte versuchen Sie es noch einmal.",
      "Verbindung weg",
    ],
    no_answer: ["Es kam keine Antwort. Bitte versuchen Sie es noch einmal.", "Keine Antwort"],
    call_failed: [
      "Das Gespräch konnte nicht beginnen. Bitte versuchen Sie es noch einmal.",
      "Bitte noch einmal",
    ],
    assistant_not_found: ["Dieser Assistent ist zurzeit nicht erreichbar.", "Nicht erreichbar"],
    site_not_allowed: [
      "Diese Website gehört nicht zu denen, die diesen Assistenten nutzen dürfen.",
      "Hier nicht erlaubt",
    ],
    page_token_refused: [
      "Diese Seite ist veraltet. Bitte laden Sie sie neu und versuchen Sie es noch einmal.",
      "Bitte neu laden",
    ],
    busy: [
      "Alle Leitungen sind belegt. Bitte versuchen Sie es gleich noch einmal.",
      "Leitungen belegt",
    ],
    too_many_requests: [
      "Das waren zu viele Anfragen. Bitte warten Sie einen Moment und versuchen Sie es noch einmal.",
      "Bitte warten",
    ],
    voice_platform_failed: [
      "Der Sprachdienst hat nicht wie erwartet geantwortet. Bitte versuchen Sie es noch einmal.",
      "Bitte noch einmal",
    ],
  },
  notConfigured: (name) => [
    `Der Sprachchat ist für ${name} nicht eingerichtet.`,
    "Noch nicht bereit",
  ],
  leaveMessage: "Nachricht",
  notSigned: [
    "Diese Seite darf gerade kein Gespräch beginnen. Bitte laden Sie sie neu und versuchen Sie es noch einmal.",
    "Bitte neu laden",
  ],
  closedShortText: "Jetzt geschlossen",
};
