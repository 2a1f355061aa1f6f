import type { ButtonWords } from "../talkButtonTexts";

export const sv: ButtonWords = {
  labels: {
    name: "Röstchatt",
    idle: "Starta röstchatten",
    connecting: "Ansluter…",
    active: "Avsluta röstchatten",
    agree: "Godkänn och starta röstchatten",
    type: "Skriv",
  },
  messages: {
    microphone_denied: [
      "Röstchatten behöver mikrofonen. Tillåt åtkomst och försök igen.",
      "Tillåt mikrofonen",
    ],
    microphone_forbidden: [
      'Den här webbplatsen låter inte knappen använda mikrofonen. Ägaren måste lägga till allow="microphone" i ramen.',
      "Mikrofonen inte tillåten",
    ],
    microphone_missing: ["Ingen mikrofon hittades. Anslut en och försök igen.", "Ingen mikrofon"],
    microphone_busy: [
      "Ett annat program använder mikrofonen. Stäng det och försök igen.",
      "Mikrofonen upptagen",
    ],
    page_insecure: [
      "Röstchatten behöver en säker sida. Öppna webbplatsen med https.",
      "Sidan inte säker",
    ],
    browser_too_old: [
      "Den här webbläsaren klarar inte röstchatt. Uppdatera den eller prova en annan.",
      "Webbläsaren för gammal",
    ],
    not_heard: [
      "Vi hör dig inte. Kontrollera att mikrofonen är på och inte avstängd.",
      "Hör ingenting",
    ],
    sound_blocked: ["Webbläsaren håller ljudet avstängt. Tryck igen.", "Ljudet är av"],
    no_sound_output: [
      "Inget ljud kunde spelas upp. Anslut högtalare eller hörlurar och försök igen.",
      "Ingen högtalare",
    ],
    offline: ["Anslutningen misslyckades. Kontrollera nätet och försök igen.", "Ingen anslutning"],
    connection_cut: ["Anslutningen är bruten. Vänta ett ögonblick.", "Ingen anslutning"],
    connection_lost: ["Anslutningen bröts. Försök igen.", "Kontakten bröts"],
    no_answer: ["Assistenten svarade inte. Försök igen.", "Inget svar"],
    call_failed: ["Samtalet kunde inte startas. Försök igen.", "Försök igen"],
    assistant_not_found: ["Den här assistenten är inte tillgänglig just nu.", "Inte tillgänglig"],
    site_not_allowed: [
      "Den här webbplatsen hör inte till dem som får använda assistenten.",
      "Inte tillåtet här",
    ],
    page_token_refused: ["Sidan är inaktuell. Ladda om den och försök igen.", "Ladda om"],
    busy: ["Alla linjer är upptagna. Försök igen om en stund.", "Linjerna upptagna"],
    too_many_requests: ["För många försök. Vänta en stund och försök igen.", "Vänta lite"],
    voice_platform_failed: ["Rösttjänsten svarade inte som väntat. Försök igen.", "Försök igen"],
  },
  notConfigured: (name) => [`Röstchatten är inte inställd för ${name}.`, "Inte inställd"],
  leaveMessage: "Meddelande",
  notSigned: [
    "Den här sidan får inte starta ett samtal just nu. Ladda om den och försök igen.",
    "Ladda om",
  ],
  closedShortText: "Stängt nu",
};
