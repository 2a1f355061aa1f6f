/**
 * What visitors are told, and agree to, before their first call, in the languages in which it is ready. What an
 * assistant does with calls is in the text, so that it is true as it comes.
 */
import type { CALLS_KEPT_DAYS } from "./limits";

/** Characters of the text; what a press means stands behind it. */
export const MAX_NOTICE_LENGTH = 300;
export const MAX_PRIVACY_URL_LENGTH = 300;

export const NOTICE_OBJECTIONS = {
  empty: "Please write what visitors are told before their first call.",
  url: "The address of your privacy page must begin with https://",
} as const;

/** What is done with an assistant's calls. Null: they are kept until somebody deletes them. */
export type Treatment = {
  recordsCalls: boolean;
  callsKeptDays: (typeof CALLS_KEPT_DAYS)[number] | null;
};

interface Wording {
  ai: string;
  recorded: (kept: string) => string;
  unrecorded: (kept: string) => string;
  keptFor: (days: number) => string;
  keptUntilDeleted: string;
  whoElse: string;
  /** What the next press means. */
  agree: string;
  /** At most four words, for a frame of 90 pixels. */
  words: { recorded: string; unrecorded: string };
  /** Short enough for the same frame. */
  privacy: string;
  /** By which prompts in this language are known. */
  common: string;
}

const WORDINGS = {
  en: {
    ai: "You will talk with an AI, not with a person.",
    recorded: (kept) => `The call is recorded and transcribed, and kept ${kept}.`,
    unrecorded: (kept) =>
      `The call is not recorded, but transcribed; the transcript is kept ${kept}.`,
    keptFor: (days) => `for ${days} days`,
    keptUntilDeleted: "until it is deleted",
    whoElse:
      "The owner of this website receives it; services that carry the call process it for them.",
    agree: "Press again to agree and start.",
    words: { recorded: "AI, recorded. OK?", unrecorded: "AI, with transcript. OK?" },
    privacy: "Privacy",
    common: "the and you are of is our with for your",
  },
  de: {
    ai: "Sie sprechen mit einer KI, nicht mit einem Menschen.",
    recorded: (kept) => `Das Gespräch wird aufgezeichnet, mitgeschrieben und ${kept} aufbewahrt.`,
    unrecorded: (kept) =>
      `Das Gespräch wird nicht aufgezeichnet, aber mitgeschrieben; die Mitschrift wird ${kept} aufbewahrt.`,
    keptFor: (days) => `${days} Tage`,
    keptUntilDeleted: "bis zur Löschung",
    whoElse:
      "Der Betreiber dieser Website erhält es; Dienste, die das Gespräch übertragen, verarbeiten es für ihn.",
    agree: "Zum Zustimmen und Starten noch einmal drücken.",
    words: { recorded: "KI, mit Aufnahme. OK?", unrecorded: "KI, mit Mitschrift. OK?" },
    privacy: "Datenschutz",
    common: "und der die das ist sie du mit von für",
  },
  fr: {
    ai: "Vous allez parler avec une IA, pas avec une personne.",
    recorded: (kept) => `L’appel est enregistré, transcrit et conservé ${kept}.`,
    unrecorded: (kept) =>
      `L’appel n’est pas enregistré, mais transcrit ; la transcription est conservée ${kept}.`,
    keptFor: (days) => `pendant ${days} jours`,
    keptUntilDeleted: "jusqu’à sa suppression",
    whoElse:
      "Le responsable de ce site le reçoit ; les services qui acheminent l’appel le traitent pour lui.",
    agree: "Appuyez à nouveau pour accepter et démarrer.",
    words: { recorded: "IA, enregistré. OK ?", unrecorded: "IA, transcrit. OK ?" },
    privacy: "Vie privée",
    common: "le les et vous des est une pour notre dans",
  },
  es: {
    ai: "Va a hablar con una IA, no con una persona.",
    recorded: (kept) => `La llamada se graba, se transcribe y se conserva ${kept}.`,
    unrecorded: (kept) =>
      `La llamada no se graba, pero se transcribe; la transcripción se conserva ${kept}.`,
    keptFor: (days) => `durante ${days} días`,
    keptUntilDeleted: "hasta que se elimine",
    whoElse:
      "La recibe el responsable de este sitio web; los servicios que transmiten la llamada la tratan en su nombre.",
    agree: "Pulse de nuevo para aceptar y empezar.",
    words: { recorded: "IA, con grabación. ¿OK?", unrecorded: "IA, se transcribe. ¿OK?" },
    privacy: "Privacidad",
    common: "el los las y una eres del con para nuestra",
  },
  it: {
    ai: "Parlerà con un’IA, non con una persona.",
    recorded: (kept) => `La chiamata viene registrata, trascritta e conservata ${kept}.`,
    unrecorded: (kept) =>
      `La chiamata non viene registrata, ma trascritta; la trascrizione è conservata ${kept}.`,
    keptFor: (days) => `per ${days} giorni`,
    keptUntilDeleted: "fino alla cancellazione",
    whoElse:
      "La riceve il titolare di questo sito; i servizi che trasmettono la chiamata la trattano per suo conto.",
    agree: "Premere di nuovo per accettare e iniziare.",
    words: { recorded: "IA, registrata. OK?", unrecorded: "IA, trascritta. OK?" },
    privacy: "Privacy",
    common: "il gli che è sei di della per con nostra",
  },
  pt: {
    ai: "Vai falar com uma IA, não com uma pessoa.",
    recorded: (kept) => `A chamada é gravada, transcrita e guardada ${kept}.`,
    unrecorded: (kept) =>
      `A chamada não é gravada, mas transcrita; a transcrição é guardada ${kept}.`,
    keptFor: (days) => `durante ${days} dias`,
    keptUntilDeleted: "até ser apagada",
    whoElse:
      "O responsável por este site recebe-a; os serviços que transmitem a chamada tratam-na em seu nome.",
    agree: "Prima de novo para aceitar e começar.",
    words: { recorded: "IA, gravada. OK?", unrecorded: "IA, transcrita. OK?" },
    privacy: "Privacidade",
    common: "o os as e você uma não do da nossa",
  },
  nl: {
    ai: "U praat met een AI, niet met een mens.",
    recorded: (kept) => `Het gesprek wordt opgenomen, uitgeschreven en bewaard ${kept}.`,
    unrecorded: (kept) =>
      `Het gesprek wordt niet opgenomen, maar uitgeschreven; de tekst wordt bewaard ${kept}.`,
    keptFor: (days) => `gedurende ${days} dagen`,
    keptUntilDeleted: "tot het wordt verwijderd",
    whoElse:
      "De eigenaar van deze website ontvangt het; diensten die het gesprek overbrengen, verwerken het voor hem.",
    agree: "Druk nogmaals om akkoord te gaan en te starten.",
    words: { recorded: "AI, met opname. OK?", unrecorded: "AI, met verslag. OK?" },
    privacy: "Privacy",
    common: "het een van je en de met voor onze bent",
  },
  pl: {
    ai: "Rozmowa odbywa się z AI, nie z człowiekiem.",
    recorded: (kept) => `Jest nagrywana, spisywana i przechowywana ${kept}.`,
    unrecorded: (kept) =>
      `Nie jest nagrywana, ale jest spisywana; zapis jest przechowywany ${kept}.`,
    keptFor: (days) => `przez ${days} dni`,
    keptUntilDeleted: "do czasu usunięcia",
    whoElse:
      "Otrzymuje ją właściciel tej strony; usługi, które przekazują rozmowę, przetwarzają ją w jego imieniu.",
    agree: "Naciśnij ponownie, aby wyrazić zgodę i zacząć.",
    words: { recorded: "AI, nagrywane. OK?", unrecorded: "AI, z zapisem. OK?" },
    privacy: "Prywatność",
    common: "jest się nie i na w z do jesteś o",
  },
} as const satisfies Record<string, Wording>;

export type NoticeLanguage = keyof typeof WORDINGS;

/** As each is called by those who speak it. */
export const NOTICE_LANGUAGES = [
  { id: "en", name: "English" },
  { id: "de", name: "Deutsch" },
  { id: "fr", name: "Français" },
  { id: "es", name: "Español" },
  { id: "it", name: "Italiano" },
  { id: "pt", name: "Português" },
  { id: "nl", name: "Nederlands" },
  { id: "pl", name: "Polski" },
] as const satisfies { id: NoticeLanguage; name: string }[];

/** What is told unless the owner has words of their own. */
export function readyNotice(language: NoticeLanguage, treatment: Treatment): string {
  const { ai, recorded, unrecorded, keptFor, keptUntilDeleted, whoElse }: Wording =
    WORDINGS[language];
  const { recordsCalls, callsKeptDays } = treatment;
  const kept = callsKeptDays === null ? keptUntilDeleted : keptFor(callsKeptDays);
  return [ai, (recordsCalls ? recorded : unrecorded)(kept), whoElse].join(" ");
}

/** What stands beside the text, whoever wrote that. */
export function wordsAround(language: NoticeLanguage, { recordsCalls }: Treatment) {
  const { agree, words, privacy }: Wording = WORDINGS[language];
  return { agree, words: recordsCalls ? words.recorded : words.unrecorded, privacy };
}

/** The language in which an assistant is written, as far as its commonest words tell; else English. */
export function languageOf(text: string): NoticeLanguage {
  const written = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const [first, ...others] = NOTICE_LANGUAGES.map(({ id }) => {
    const common = new Set(WORDINGS[id].common.split(" "));
    return { id, count: written.filter((word) => common.has(word)).length };
  });
  let best: { id: NoticeLanguage; count: number } = first ?? { id: "en", count: 0 };
  for (const other of others) if (other.count > best.count) best = other;
  return best.id;
}

/** As it is kept; null when it cannot be linked to. */
export function readPrivacyUrl(text: string): string | null {
  try {
    const { protocol, href, username, password } = new URL(text.trim());
    if (protocol !== "https:" || username + password !== "") return null;
    return href.length <= MAX_PRIVACY_URL_LENGTH ? href : null;
  } catch {
    return null;
  }
}
