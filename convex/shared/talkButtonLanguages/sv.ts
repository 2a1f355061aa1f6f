import type { ButtonWords } from "../talkButtonTexts";

export const sv: ButtonWords = {
  labels: {
    name: "Röstchatt",
    idle: "Starta röstchatten",
    connecting: "Ansluter…",
    active: "Avsluta röstchatten",
    agree: "Godkänn och starta röstchatten",
  },
  said: {
    microphoneDenied: [
      "Röstchatten behöver mikrofonen. Tillåt åtkomst och försök igen.",
      "Tillåt mikrofonen",
    ],
    microphoneForbidden: [
      'Den här webbplatsen låter inte knappen använda mikrofonen. Ägaren måste lägga till allow="microphone" i ramen.',
      "Mikrofonen inte tillåten",
    ],
    microphoneMissing: ["Ingen mikrofon hittades. Anslut en och försök igen.", "Ingen mikrofon"],
    microphoneBusy: [
      "Ett annat program använder mikrofonen. Stäng det och försök igen.",
      "Mikrofonen upptagen",
    ],
    pageInsecure: [
      "Röstchatten behöver en säker sida. Öppna webbplatsen med https.",
      "Sidan inte säker",
    ],
    browserTooOld: [
      "Den här webbläsaren klarar inte röstchatt. Uppdatera den eller prova en annan.",
      "Webbläsaren för gammal",
    ],
    notHeard: [
      "Vi hör dig inte. Kontrollera att mikrofonen är på och inte avstängd.",
      "Hör ingenting",
    ],
    soundBlocked: ["Webbläsaren håller ljudet avstängt. Tryck igen.", "Ljudet är av"],
    noSoundOutput: [
      "Inget ljud kunde spelas upp. Anslut högtalare eller hörlurar och försök igen.",
      "Ingen högtalare",
    ],
    offline: ["Anslutningen misslyckades. Kontrollera nätet och försök igen.", "Ingen anslutning"],
    connectionCut: ["Anslutningen är bruten. Vänta ett ögonblick.", "Ingen anslutning"],
    connectionLost: ["Anslutningen bröts. Försök igen.", "Kontakten bröts"],
    noAnswer: ["Assistenten svarade inte. Försök igen.", "Inget svar"],
    callFailed: ["Samtalet kunde inte startas. Försök igen.", "Försök igen"],
  },
  refused: {
    assistantNotServed: ["Den här assistenten är inte tillgänglig just nu.", "Inte tillgänglig"],
    siteNotAllowed: [
      "Den här webbplatsen hör inte till dem som får använda assistenten.",
      "Inte tillåtet här",
    ],
    pageOutdated: ["Sidan är inaktuell. Ladda om den och försök igen.", "Ladda om"],
    linesBusy: ["Alla linjer är upptagna. Försök igen om en stund.", "Linjerna upptagna"],
    tooManyRequests: ["För många försök. Vänta en stund och försök igen.", "Vänta lite"],
    voicePlatformFailed: ["Rösttjänsten svarade inte som väntat. Försök igen.", "Försök igen"],
  },
  notConfigured: (name) => [`Röstchatten är inte inställd för ${name}.`, "Inte inställd"],
  notSigned: [
    "Den här sidan får inte starta ett samtal just nu. Ladda om den och försök igen.",
    "Ladda om",
  ],
  closedWords: "Stängt nu",
};
