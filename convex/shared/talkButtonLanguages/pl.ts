import type { ButtonWords } from "../talkButtonTexts";

export const pl: ButtonWords = {
  labels: {
    name: "Rozmowa głosowa",
    idle: "Rozpocznij rozmowę głosową",
    connecting: "Łączenie…",
    active: "Zakończ rozmowę głosową",
    agree: "Wyraź zgodę i rozpocznij rozmowę głosową",
    type: "Napisz",
  },
  messages: {
    microphone_denied: [
      "Do rozmowy głosowej potrzebny jest mikrofon. Zezwól na dostęp i spróbuj ponownie.",
      "Zezwól na mikrofon",
    ],
    microphone_forbidden: [
      'Ta strona nie pozwala przyciskowi używać mikrofonu. Jej właściciel musi dodać do ramki allow="microphone".',
      "Mikrofon bez zgody",
    ],
    microphone_missing: [
      "Nie znaleziono mikrofonu. Podłącz go i spróbuj ponownie.",
      "Brak mikrofonu",
    ],
    microphone_busy: [
      "Inny program używa mikrofonu. Zamknij go i spróbuj ponownie.",
      "Mikrofon zajęty",
    ],
    page_insecure: [
      "Rozmowa głosowa wymaga bezpiecznej strony. Otwórz tę stronę przez https.",
      "Strona bez https",
    ],
    browser_too_old: [
      "Ta przeglądarka nie obsługuje rozmów głosowych. Zaktualizuj ją lub użyj innej.",
      "Stara wersja programu",
    ],
    not_heard: [
      "Nic nie słyszymy. Sprawdź, czy mikrofon jest włączony i niewyciszony.",
      "Nic nie słychać",
    ],
    sound_blocked: ["Przeglądarka blokuje dźwięk. Naciśnij jeszcze raz.", "Dźwięk wyłączony"],
    no_sound_output: [
      "Nie udało się odtworzyć dźwięku. Podłącz głośnik lub słuchawki i spróbuj ponownie.",
      "Brak głośnika",
    ],
    offline: ["Połączenie się nie udało. Sprawdź sieć i spróbuj ponownie.", "Brak połączenia"],
    connection_cut: ["Połączenie jest przerwane. Poczekaj chwilę.", "Brak połączenia"],
    connection_lost: ["Połączenie zostało przerwane. Spróbuj ponownie.", "Brak połączenia"],
    no_answer: ["Asystent nie odpowiedział. Spróbuj ponownie.", "Brak odpowiedzi"],
    call_failed: ["Nie udało się rozpocząć rozmowy. Spróbuj ponownie.", "Spróbuj ponownie"],
    assistant_not_found: ["Ten asystent jest w tej chwili niedostępny.", "Teraz niedostępny"],
    site_not_allowed: [
      "Ta strona nie należy do tych, które mogą korzystać z tego asystenta.",
      "Tutaj nie można",
    ],
    page_token_refused: [
      "Ta strona jest nieaktualna. Odśwież ją i spróbuj ponownie.",
      "Odśwież stronę",
    ],
    busy: ["Wszystkie linie są zajęte. Spróbuj za chwilę.", "Linie zajęte"],
    too_many_requests: ["Zbyt wiele prób. Poczekaj chwilę i spróbuj ponownie.", "Proszę czekać"],
    voice_platform_failed: [
      "Usługa głosowa nie odpowiedziała zgodnie z oczekiwaniem. Spróbuj ponownie.",
      "Spróbuj ponownie",
    ],
  },
  notConfigured: (name) => [
    `Rozmowa głosowa nie jest skonfigurowana: ${name}.`,
    "Jeszcze nie gotowe",
  ],
  leaveMessage: "Wiadomość",
  notSigned: [
    "Ta strona nie może teraz rozpocząć rozmowy. Odśwież ją i spróbuj ponownie.",
    "Odśwież stronę",
  ],
  closedShortText: "Teraz zamknięte",
};
