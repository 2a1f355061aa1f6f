/** The texts of the slip. They come with its script, in all languages. */
import type { LanguageId } from "../../../convex/shared/languages";
import { SLIP_STATE_WORDS } from "../../../convex/shared/slipStates";
import type { SlipState } from "../../../convex/shared/slip";

interface OwnTexts {
  mail: string;
  address: string;
  mailed: (address: string) => string;
  /** No more mail of this conversation, or to this address. */
  limited: string;
}

export type SlipTexts = OwnTexts & Record<SlipState, string>;

const TEXTS: Record<LanguageId, OwnTexts> = {
  en: {
    mail: "Send me this by email",
    address: "Your email address",
    mailed: (address) => `It is on its way to ${address}.`,
    limited: "No more emails can be sent to this address or from this conversation today.",
  },
  de: {
    mail: "Per E-Mail zusenden",
    address: "Ihre E-Mail-Adresse",
    mailed: (address) => `Es ist unterwegs an ${address}.`,
    limited:
      "Heute können an diese Adresse oder aus diesem Gespräch keine E-Mails mehr gesendet werden.",
  },
  fr: {
    mail: "Me l'envoyer par e-mail",
    address: "Votre adresse e-mail",
    mailed: (address) => `C'est en route vers ${address}.`,
    limited:
      "Aucun autre e-mail ne peut être envoyé aujourd'hui à cette adresse ou depuis cette conversation.",
  },
  es: {
    mail: "Enviármelo por correo",
    address: "Su correo electrónico",
    mailed: (address) => `Va en camino a ${address}.`,
    limited: "Hoy no se pueden enviar más correos a esta dirección ni desde esta conversación.",
  },
  it: {
    mail: "Inviamelo per e-mail",
    address: "Il Suo indirizzo e-mail",
    mailed: (address) => `È in arrivo a ${address}.`,
    limited:
      "Oggi non si possono inviare altre e-mail a questo indirizzo o da questa conversazione.",
  },
  pt: {
    mail: "Enviar-me isto por e-mail",
    address: "O seu endereço de e-mail",
    mailed: (address) => `Está a caminho de ${address}.`,
    limited:
      "Hoje não é possível enviar mais e-mails para este endereço nem a partir desta conversa.",
  },
  nl: {
    mail: "Stuur me dit per e-mail",
    address: "Uw e-mailadres",
    mailed: (address) => `Het is onderweg naar ${address}.`,
    limited:
      "Vandaag kunnen er geen e-mails meer naar dit adres of vanuit dit gesprek worden gestuurd.",
  },
  pl: {
    mail: "Wyślij mi to e-mailem",
    address: "Adres e-mail",
    mailed: (address) => `Wiadomość jest w drodze na ${address}.`,
    limited: "Dziś nie można już wysłać wiadomości na ten adres ani z tej rozmowy.",
  },
  sv: {
    mail: "Mejla mig detta",
    address: "Din e-postadress",
    mailed: (address) => `Det är på väg till ${address}.`,
    limited: "I dag kan inga fler mejl skickas till adressen eller från samtalet.",
  },
  da: {
    mail: "Send mig det på e-mail",
    address: "Din e-mailadresse",
    mailed: (address) => `Det er på vej til ${address}.`,
    limited: "Der kan ikke sendes flere e-mails til adressen eller fra samtalen i dag.",
  },
  tr: {
    mail: "Bunu bana e-postayla gönder",
    address: "E-posta adresiniz",
    mailed: (address) => `${address} adresine gönderiliyor.`,
    limited: "Bugün bu adrese veya bu konuşmadan başka e-posta gönderilemez.",
  },
  ja: {
    mail: "メールで受け取る",
    address: "メールアドレス",
    mailed: (address) => `${address} 宛てに送信しています。`,
    limited: "本日は、このアドレス宛て、またはこの会話からのメールをこれ以上送信できません。",
  },
};

/** English if there are none in this language. */
export function slipTexts(language: string): SlipTexts {
  const [first = ""] = language.toLowerCase().split("-");
  const id = Object.hasOwn(TEXTS, first) ? (first as LanguageId) : "en";
  return { ...SLIP_STATE_WORDS[id], ...TEXTS[id] };
}
