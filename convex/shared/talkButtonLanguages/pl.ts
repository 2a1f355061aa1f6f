import type { ButtonWords } from "../talkButtonTexts";

export const pl: ButtonWords = {
  labels: {
    name: "Rozmowa głosowa",
    idle: "Rozpocznij rozmowę głosową",
    connecting: "Łączenie…",
    active: "Zakończ rozmowę głosową",
    agree: "Wyraź zgodę i rozpocznij rozmowę głosową",
  },
  said: {
    microphoneDenied: [
      "Do rozmowy głosowej potrzebny jest mikrofon. Zezwól na dostęp i spróbuj ponownie.",
      "Zezwól na mikrofon",
    ],
    microphoneForbidden: [
      'Ta strona nie pozwala przyciskowi używać mikrofonu. Jej właściciel musi dodać do ramki allow="microphone".',
      "Mikrofon bez zgody",
    ],
    microphoneMissing: [
      "Nie znaleziono mikrofonu. Podłącz go i spróbuj ponownie.",
      "Brak mikrofonu",
    ],
    microphoneBusy: [
      "Inny program używa mikrofonu. Zamknij go i spróbuj ponownie.",
      "Mikrofon zajęty",
    ],
    pageInsecure: [
      "Rozmowa głosowa wymaga bezpiecznej strony. Otwórz tę stronę przez https.",
      "Strona bez https",
    ],
    browserTooOld: [
      "Ta przeglądarka nie obsługuje rozmów głosowych. Zaktualizuj ją lub użyj innej.",
      "Stara wersja programu",
    ],
    notHeard: [
      "Nic nie słyszymy. Sprawdź, czy mikrofon jest włączony i niewyciszony.",
      "Nic nie słychać",
    ],
    soundBlocked: ["Przeglądarka blokuje dźwięk. Naciśnij jeszcze raz.", "Dźwięk wyłączony"],
    noSoundOutput: [
      "Nie udało się odtworzyć dźwięku. Podłącz głośnik lub słuchawki i spróbuj ponownie.",
      "Brak głośnika",
    ],
    offline: ["Połączenie się nie udało. Sprawdź sieć i spróbuj ponownie.", "Brak połączenia"],
    connectionCut: ["Połączenie jest przerwane. Poczekaj chwilę.", "Brak połączenia"],
    connectionLost: ["Połączenie zostało przerwane. Spróbuj ponownie.", "Brak połączenia"],
    noAnswer: ["Asystent nie odpowiedział. Spróbuj ponownie.", "Brak odpowiedzi"],
    callFailed: ["Nie udało się rozpocząć rozmowy. Spróbuj ponownie.", "Spróbuj ponownie"],
  },
  refused: {
    assistantNotServed: ["Ten asystent jest w tej chwili niedostępny.", "Teraz niedostępny"],
    siteNotAllowed: [
      "Ta strona nie należy do tych, które mogą korzystać z tego asystenta.",
      "Tutaj nie można",
    ],
    pageOutdated: ["Ta strona jest nieaktualna. Odśwież ją i spróbuj ponownie.", "Odśwież stronę"],
    linesBusy: ["Wszystkie linie są zajęte. Spróbuj za chwilę.", "Linie zajęte"],
    tooManyRequests: ["Zbyt wiele prób. Poczekaj chwilę i spróbuj ponownie.", "Proszę czekać"],
    voicePlatformFailed: [
      "Usługa głosowa nie odpowiedziała zgodnie z oczekiwaniem. Spróbuj ponownie.",
      "Spróbuj ponownie",
    ],
  },
  notConfigured: (name) => [
    `Rozmowa głosowa nie jest skonfigurowana: ${name}.`,
    "Jeszcze nie gotowe",
  ],
  notSigned: [
    "Ta strona nie może teraz rozpocząć rozmowy. Odśwież ją i spróbuj ponownie.",
    "Odśwież stronę",
  ],
  closedWords: "Teraz zamknięte",
};
