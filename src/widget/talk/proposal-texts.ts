/** What the cards say besides the talk page's own texts. They come with their script, in all languages. */
import type { LanguageId } from "../../../convex/shared/languages";

export interface ProposalTexts {
  /** Above what the assistant has noted so far. */
  details: string;
  /** Beside each value. */
  edit: string;
  /** The same for screen readers. */
  editValue: (label: string) => string;
  save: string;
  tooLong: string;
  /** The time of a booking has passed. */
  past: string;
  /** Something else waits for a yes by now. */
  outdated: string;
}

const TEXTS: Record<LanguageId, ProposalTexts> = {
  en: {
    details: "Your details",
    edit: "Change",
    editValue: (label) => `Change: ${label}`,
    save: "Save",
    tooLong: "This is too long. Please shorten it.",
    past: "The time has passed. Please write another one.",
    outdated: "Something has changed in the meantime. Please check again.",
  },
  de: {
    details: "Ihre Angaben",
    edit: "Ändern",
    editValue: (label) => `Ändern: ${label}`,
    save: "Speichern",
    tooLong: "Das ist zu lang. Bitte kürzen Sie es.",
    past: "Der Zeitpunkt ist vorbei. Bitte schreiben Sie einen anderen.",
    outdated: "Inzwischen hat sich etwas geändert. Bitte prüfen Sie es noch einmal.",
  },
  fr: {
    details: "Vos informations",
    edit: "Modifier",
    editValue: (label) => `Modifier : ${label}`,
    save: "Enregistrer",
    tooLong: "C'est trop long. Veuillez raccourcir.",
    past: "Cet horaire est passé. Veuillez en écrire un autre.",
    outdated: "Quelque chose a changé entre-temps. Veuillez vérifier à nouveau.",
  },
  es: {
    details: "Sus datos",
    edit: "Cambiar",
    editValue: (label) => `Cambiar: ${label}`,
    save: "Guardar",
    tooLong: "Es demasiado largo. Acórtelo, por favor.",
    past: "Esa hora ya ha pasado. Escriba otra, por favor.",
    outdated: "Algo ha cambiado entretanto. Compruébelo de nuevo, por favor.",
  },
  it: {
    details: "I suoi dati",
    edit: "Modifica",
    editValue: (label) => `Modifica: ${label}`,
    save: "Salva",
    tooLong: "È troppo lungo. Lo accorci, per favore.",
    past: "Questo orario è passato. Ne scriva un altro, per favore.",
    outdated: "Nel frattempo qualcosa è cambiato. Controlli di nuovo, per favore.",
  },
  pt: {
    details: "Os seus dados",
    edit: "Alterar",
    editValue: (label) => `Alterar: ${label}`,
    save: "Guardar",
    tooLong: "É demasiado longo. Encurte, por favor.",
    past: "Essa hora já passou. Escreva outra, por favor.",
    outdated: "Entretanto algo mudou. Verifique novamente, por favor.",
  },
  nl: {
    details: "Uw gegevens",
    edit: "Wijzigen",
    editValue: (label) => `Wijzigen: ${label}`,
    save: "Opslaan",
    tooLong: "Dit is te lang. Maak het alstublieft korter.",
    past: "Dit tijdstip is voorbij. Schrijf alstublieft een ander.",
    outdated: "Er is intussen iets veranderd. Controleer het alstublieft opnieuw.",
  },
  pl: {
    details: "Podane informacje",
    edit: "Zmień",
    editValue: (label) => `Zmień: ${label}`,
    save: "Zapisz",
    tooLong: "To jest za długie. Proszę skrócić.",
    past: "Ten termin już minął. Proszę napisać inny.",
    outdated: "W międzyczasie coś się zmieniło. Proszę sprawdzić ponownie.",
  },
  sv: {
    details: "Dina uppgifter",
    edit: "Ändra",
    editValue: (label) => `Ändra: ${label}`,
    save: "Spara",
    tooLong: "Det är för långt. Korta ner det.",
    past: "Tiden har passerat. Skriv en annan.",
    outdated: "Något har ändrats under tiden. Kontrollera igen.",
  },
  da: {
    details: "Dine oplysninger",
    edit: "Ret",
    editValue: (label) => `Ret: ${label}`,
    save: "Gem",
    tooLong: "Det er for langt. Gør det kortere.",
    past: "Tidspunktet er passeret. Skriv et andet.",
    outdated: "Noget har ændret sig i mellemtiden. Kontrollér det venligst igen.",
  },
  tr: {
    details: "Bilgileriniz",
    edit: "Değiştir",
    editValue: (label) => `Değiştir: ${label}`,
    save: "Kaydet",
    tooLong: "Bu çok uzun. Lütfen kısaltın.",
    past: "Bu saat geçti. Lütfen başka bir saat yazın.",
    outdated: "Bu arada bir şey değişti. Lütfen yeniden kontrol edin.",
  },
  ja: {
    details: "お客様の情報",
    edit: "変更",
    editValue: (label) => `変更：${label}`,
    save: "保存",
    tooLong: "長すぎます。短くしてください。",
    past: "この時刻は過ぎています。別の時刻をご記入ください。",
    outdated: "その間に内容が変わりました。もう一度ご確認ください。",
  },
};

/** English if there are none in this language. */
export function proposalTexts(language: string): ProposalTexts {
  const [id = ""] = language.toLowerCase().split("-");
  return Object.hasOwn(TEXTS, id) ? TEXTS[id as LanguageId] : TEXTS.en;
}
