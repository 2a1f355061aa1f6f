/** The notice before a call in each language, put together by `notices.ts`. */
import type { LanguageId } from "./languages";

export interface NoticeWording {
  ai: string;
  recorded: (kept: string) => string;
  unrecorded: (kept: string) => string;
  keptFor: (days: number) => string;
  keptUntilDeleted: string;
  typed: string;
  whoElse: string;
  /** What the next press means. */
  agree: string;
  /** At most four words, for a frame of 90 pixels. */
  words: { recorded: string; unrecorded: string };
  /** Short enough for the same frame. */
  privacy: string;
}

export const NOTICE_WORDINGS: Record<LanguageId, NoticeWording> = {
  en: {
    ai: "You will talk to an AI, not a person.",
    recorded: (kept) => `The call is recorded and transcribed, and kept ${kept}.`,
    unrecorded: (kept) =>
      `The call is transcribed but not recorded. The transcript is kept ${kept}.`,
    keptFor: (days) => `for ${days} days`,
    keptUntilDeleted: "until it is deleted",
    typed: "What you type is kept just as long.",
    whoElse:
      "The owner of this website receives it. The services that carry the call process it for them.",
    agree: "Press again to agree and start.",
    words: { recorded: "AI call, recorded. Agree?", unrecorded: "AI call, transcribed. Agree?" },
    privacy: "Privacy",
  },
  de: {
    ai: "Sie sprechen mit einer KI, nicht mit einem Menschen.",
    recorded: (kept) => `Das Gespräch wird aufgezeichnet, mitgeschrieben und ${kept} aufbewahrt.`,
    unrecorded: (kept) =>
      `Das Gespräch wird nicht aufgezeichnet, aber mitgeschrieben; die Mitschrift wird ${kept} aufbewahrt.`,
    keptFor: (days) => `${days} Tage`,
    keptUntilDeleted: "bis zur Löschung",
    typed: "Getippte Nachrichten ebenso lange.",
    whoElse:
      "Der Betreiber dieser Website erhält es; Dienste, die das Gespräch übertragen, verarbeiten es für ihn.",
    agree: "Zum Zustimmen und Starten noch einmal drücken.",
    words: {
      recorded: "KI, mit Aufnahme. Zustimmen?",
      unrecorded: "KI, mit Mitschrift. Zustimmen?",
    },
    privacy: "Datenschutz",
  },
  fr: {
    ai: "Vous allez parler avec une IA, pas avec une personne.",
    recorded: (kept) => `L’appel est enregistré, transcrit et conservé ${kept}.`,
    unrecorded: (kept) =>
      `L’appel n’est pas enregistré, mais transcrit ; la transcription est conservée ${kept}.`,
    keptFor: (days) => `pendant ${days} jours`,
    keptUntilDeleted: "jusqu’à sa suppression",
    typed: "Vos messages sont conservés aussi longtemps.",
    whoElse:
      "Le responsable de ce site le reçoit ; les services qui acheminent l’appel le traitent pour lui.",
    agree: "Appuyez à nouveau pour accepter et démarrer.",
    words: { recorded: "IA, enregistré. D’accord ?", unrecorded: "IA, transcrit. D’accord ?" },
    privacy: "Vie privée",
  },
  es: {
    ai: "Va a hablar con una IA, no con una persona.",
    recorded: (kept) => `La llamada se graba, se transcribe y se conserva ${kept}.`,
    unrecorded: (kept) =>
      `La llamada no se graba, pero se transcribe; la transcripción se conserva ${kept}.`,
    keptFor: (days) => `durante ${days} días`,
    keptUntilDeleted: "hasta que se elimine",
    typed: "Lo que escriba se conserva el mismo tiempo.",
    whoElse:
      "La recibe el responsable de este sitio web; los servicios que transmiten la llamada la tratan en su nombre.",
    agree: "Pulse de nuevo para aceptar y empezar.",
    words: { recorded: "IA, se graba. ¿Acepta?", unrecorded: "IA, se transcribe. ¿Acepta?" },
    privacy: "Privacidad",
  },
  it: {
    ai: "Parlerà con un’IA, non con una persona.",
    recorded: (kept) => `La chiamata viene registrata, trascritta e conservata ${kept}.`,
    unrecorded: (kept) =>
      `La chiamata non viene registrata, ma trascritta; la trascrizione è conservata ${kept}.`,
    keptFor: (days) => `per ${days} giorni`,
    keptUntilDeleted: "fino alla cancellazione",
    typed: "Ciò che scrive è conservato altrettanto a lungo.",
    whoElse:
      "La riceve il titolare di questo sito; i servizi che trasmettono la chiamata la trattano per suo conto.",
    agree: "Premere di nuovo per accettare e iniziare.",
    words: { recorded: "IA, registrata. D’accordo?", unrecorded: "IA, trascritta. D’accordo?" },
    privacy: "Privacy",
  },
  pt: {
    ai: "Vai falar com uma IA, não com uma pessoa.",
    recorded: (kept) => `A chamada é gravada, transcrita e guardada ${kept}.`,
    unrecorded: (kept) =>
      `A chamada não é gravada, mas transcrita; a transcrição é guardada ${kept}.`,
    keptFor: (days) => `durante ${days} dias`,
    keptUntilDeleted: "até ser apagada",
    typed: "O que escrever é guardado durante o mesmo tempo.",
    whoElse:
      "O responsável por este site recebe-a; os serviços que transmitem a chamada tratam-na em seu nome.",
    agree: "Prima de novo para aceitar e começar.",
    words: { recorded: "IA, gravada. De acordo?", unrecorded: "IA, transcrita. De acordo?" },
    privacy: "Privacidade",
  },
  nl: {
    ai: "U praat met een AI, niet met een mens.",
    recorded: (kept) => `Het gesprek wordt opgenomen, uitgeschreven en bewaard ${kept}.`,
    unrecorded: (kept) =>
      `Het gesprek wordt niet opgenomen, maar uitgeschreven; de tekst wordt bewaard ${kept}.`,
    keptFor: (days) => `gedurende ${days} dagen`,
    keptUntilDeleted: "tot het wordt verwijderd",
    typed: "Wat u typt, wordt even lang bewaard.",
    whoElse:
      "De eigenaar van deze website ontvangt het; diensten die het gesprek overbrengen, verwerken het voor hem.",
    agree: "Druk nogmaals om akkoord te gaan en te starten.",
    words: { recorded: "AI, met opname. Akkoord?", unrecorded: "AI, met verslag. Akkoord?" },
    privacy: "Privacy",
  },
  pl: {
    ai: "Rozmowa odbywa się z AI, nie z człowiekiem.",
    recorded: (kept) => `Jest nagrywana, spisywana i przechowywana ${kept}.`,
    unrecorded: (kept) =>
      `Nie jest nagrywana, ale jest spisywana; zapis jest przechowywany ${kept}.`,
    keptFor: (days) => `przez ${days} dni`,
    keptUntilDeleted: "do czasu usunięcia",
    typed: "Wpisany tekst jest przechowywany równie długo.",
    whoElse:
      "Otrzymuje ją właściciel tej strony; usługi, które przekazują rozmowę, przetwarzają ją w jego imieniu.",
    agree: "Naciśnij ponownie, aby wyrazić zgodę i zacząć.",
    words: { recorded: "AI, nagrywane. Zgoda?", unrecorded: "AI, z zapisem. Zgoda?" },
    privacy: "Prywatność",
  },
  sv: {
    ai: "Du talar med en AI, inte med en människa.",
    recorded: (kept) => `Samtalet spelas in, skrivs ut och sparas ${kept}.`,
    unrecorded: (kept) => `Samtalet spelas inte in, men skrivs ut; utskriften sparas ${kept}.`,
    keptFor: (days) => `i ${days} dagar`,
    keptUntilDeleted: "tills det raderas",
    typed: "Det du skriver sparas lika länge.",
    whoElse: "Webbplatsens ägare får det; tjänster som förmedlar samtalet behandlar det åt ägaren.",
    agree: "Tryck igen för att godkänna och börja.",
    words: { recorded: "AI, spelas in. Godkänns?", unrecorded: "AI, skrivs ut. Godkänns?" },
    privacy: "Integritet",
  },
  da: {
    ai: "Du taler med en AI, ikke med et menneske.",
    recorded: (kept) => `Samtalen optages, skrives ud og gemmes ${kept}.`,
    unrecorded: (kept) => `Samtalen optages ikke, men skrives ud; udskriften gemmes ${kept}.`,
    keptFor: (days) => `i ${days} dage`,
    keptUntilDeleted: "indtil den slettes",
    typed: "Det, du skriver, gemmes lige så længe.",
    whoElse:
      "Ejeren af dette websted modtager den; tjenester, der formidler samtalen, behandler den for ejeren.",
    agree: "Tryk igen for at acceptere og begynde.",
    words: { recorded: "AI, optages. Accepteres?", unrecorded: "AI, skrives ud. Accepteres?" },
    privacy: "Privatliv",
  },
  tr: {
    ai: "Bir insanla değil, bir yapay zekâyla konuşacaksınız.",
    recorded: (kept) => `Görüşme kaydedilir, yazıya dökülür ve ${kept} saklanır.`,
    unrecorded: (kept) => `Görüşme kaydedilmez ama yazıya dökülür; metni ${kept} saklanır.`,
    keptFor: (days) => `${days} gün`,
    keptUntilDeleted: "silinene kadar",
    typed: "Yazdıklarınız da aynı süre saklanır.",
    whoElse:
      "Bu web sitesinin sahibi onu alır; görüşmeyi taşıyan hizmetler onu sahibi adına işler.",
    agree: "Kabul edip başlamak için yeniden basın.",
    words: { recorded: "YZ, kayıtlı. Kabul mü?", unrecorded: "YZ, yazılı. Kabul mü?" },
    privacy: "Gizlilik",
  },
  ja: {
    ai: "人ではなく、AI がお話しします。",
    recorded: (kept) => `通話は録音され、文字に起こされ、${kept}保存されます。`,
    unrecorded: (kept) => `通話は録音されませんが、文字に起こされ、その記録は${kept}保存されます。`,
    keptFor: (days) => `${days}日間`,
    keptUntilDeleted: "削除されるまで",
    typed: "入力した文章も同じ期間保存されます。",
    whoElse: "内容はこのサイトの運営者に届き、通話を中継するサービスが運営者のために処理します。",
    agree: "同意して開始するには、もう一度押してください。",
    words: { recorded: "AI、録音あり。同意？", unrecorded: "AI、記録あり。同意？" },
    privacy: "プライバシー",
  },
};
