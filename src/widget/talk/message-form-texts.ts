/** The texts of the form for messages. They come with the form's script, in all languages. */
import type { LanguageId } from "../../../convex/shared/languages";

export interface MessageFormTexts {
  title: string;
  /** Who gets the message. */
  intro: (assistantName: string) => string;
  name: string;
  contact: string;
  text: string;
  contactMissing: string;
  contactInvalid: string;
  textMissing: string;
  tooLong: (most: number) => string;
  sending: string;
  sent: string;
  /** The owner's messages of a day are used up. */
  full: string;
}

const TEXTS: Record<LanguageId, MessageFormTexts> = {
  en: {
    title: "Leave a message",
    intro: (name) =>
      `The people behind ${name} get what you enter here, so that they can reply to you.`,
    name: "Your name (optional)",
    contact: "Your email address or phone number",
    text: "What is it about?",
    contactMissing: "Please enter an email address or a phone number.",
    contactInvalid: "Please check the email address or phone number.",
    textMissing: "Please write what it is about.",
    tooLong: (most) => `Please use at most ${most} characters.`,
    sending: "Sending…",
    sent: "Thank you. Your message was sent.",
    full: "No more messages can be left today. Please try again tomorrow.",
  },
  da: {
    title: "Læg en besked",
    intro: (name) => `Dem bag ${name} får det, du skriver her, så de kan svare dig.`,
    name: "Dit navn (valgfrit)",
    contact: "Din e-mailadresse eller dit telefonnummer",
    text: "Hvad drejer det sig om?",
    contactMissing: "Skriv en e-mailadresse eller et telefonnummer.",
    contactInvalid: "Tjek e-mailadressen eller telefonnummeret.",
    textMissing: "Skriv, hvad det drejer sig om.",
    tooLong: (most) => `Brug højst ${most} tegn.`,
    sending: "Sender…",
    sent: "Tak. Din besked er sendt.",
    full: "Der kan ikke lægges flere beskeder i dag. Prøv igen i morgen.",
  },
  de: {
    title: "Nachricht hinterlassen",
    intro: (name) =>
      `Was Sie hier eingeben, erhalten die Menschen hinter ${name}, damit sie Ihnen antworten können.`,
    name: "Ihr Name (freiwillig)",
    contact: "Ihre E-Mail-Adresse oder Telefonnummer",
    text: "Worum geht es?",
    contactMissing: "Bitte geben Sie eine E-Mail-Adresse oder Telefonnummer an.",
    contactInvalid: "Bitte prüfen Sie die E-Mail-Adresse oder Telefonnummer.",
    textMissing: "Bitte schreiben Sie, worum es geht.",
    tooLong: (most) => `Bitte höchstens ${most} Zeichen.`,
    sending: "Wird gesendet …",
    sent: "Danke. Ihre Nachricht wurde gesendet.",
    full: "Heute können keine Nachrichten mehr hinterlassen werden. Bitte versuchen Sie es morgen noch einmal.",
  },
  es: {
    title: "Dejar un mensaje",
    intro: (name) =>
      `Las personas responsables de ${name} recibirán lo que escriba aquí para poder responderle.`,
    name: "Su nombre (opcional)",
    contact: "Su correo electrónico o teléfono",
    text: "¿De qué se trata?",
    contactMissing: "Indique un correo electrónico o un teléfono.",
    contactInvalid: "Compruebe el correo electrónico o el teléfono.",
    textMissing: "Escriba de qué se trata.",
    tooLong: (most) => `Use como máximo ${most} caracteres.`,
    sending: "Enviando…",
    sent: "Gracias. Su mensaje se ha enviado.",
    full: "Hoy no se pueden dejar más mensajes. Inténtelo de nuevo mañana.",
  },
  fr: {
    title: "Laisser un message",
    intro: (name) =>
      `Les personnes responsables de ${name} reçoivent ce que vous écrivez ici afin de vous répondre.`,
    name: "Votre nom (facultatif)",
    contact: "Votre adresse e-mail ou numéro de téléphone",
    text: "De quoi s’agit-il ?",
    contactMissing: "Indiquez une adresse e-mail ou un numéro de téléphone.",
    contactInvalid: "Vérifiez l’adresse e-mail ou le numéro de téléphone.",
    textMissing: "Écrivez de quoi il s’agit.",
    tooLong: (most) => `Utilisez au plus ${most} caractères.`,
    sending: "Envoi…",
    sent: "Merci. Votre message a été envoyé.",
    full: "Il n’est plus possible de laisser un message aujourd’hui. Réessayez demain.",
  },
  it: {
    title: "Lascia un messaggio",
    intro: (name) =>
      `Le persone responsabili di ${name} ricevono ciò che scrive qui, per poterle rispondere.`,
    name: "Il suo nome (facoltativo)",
    contact: "Il suo indirizzo email o numero di telefono",
    text: "Di che cosa si tratta?",
    contactMissing: "Inserisca un indirizzo email o un numero di telefono.",
    contactInvalid: "Controlli l’indirizzo email o il numero di telefono.",
    textMissing: "Scriva di che cosa si tratta.",
    tooLong: (most) => `Usi al massimo ${most} caratteri.`,
    sending: "Invio in corso…",
    sent: "Grazie. Il suo messaggio è stato inviato.",
    full: "Per oggi non si possono lasciare altri messaggi. Riprovi domani.",
  },
  ja: {
    title: "メッセージを残す",
    intro: (name) => `入力内容は${name}の担当者に届き、返信のために使われます。`,
    name: "お名前（任意）",
    contact: "メールアドレスまたは電話番号",
    text: "ご用件",
    contactMissing: "メールアドレスまたは電話番号を入力してください。",
    contactInvalid: "メールアドレスまたは電話番号をご確認ください。",
    textMissing: "ご用件を入力してください。",
    tooLong: (most) => `${most}文字以内で入力してください。`,
    sending: "送信中…",
    sent: "ありがとうございます。メッセージを送信しました。",
    full: "本日はこれ以上メッセージを受け付けられません。明日もう一度お試しください。",
  },
  nl: {
    title: "Laat een bericht achter",
    intro: (name) =>
      `De mensen achter ${name} krijgen wat u hier invult, zodat ze u kunnen antwoorden.`,
    name: "Uw naam (optioneel)",
    contact: "Uw e-mailadres of telefoonnummer",
    text: "Waar gaat het over?",
    contactMissing: "Vul een e-mailadres of telefoonnummer in.",
    contactInvalid: "Controleer het e-mailadres of telefoonnummer.",
    textMissing: "Schrijf waar het over gaat.",
    tooLong: (most) => `Gebruik hoogstens ${most} tekens.`,
    sending: "Verzenden…",
    sent: "Bedankt. Uw bericht is verzonden.",
    full: "Er kunnen vandaag geen berichten meer worden achtergelaten. Probeer het morgen opnieuw.",
  },
  pl: {
    title: "Zostaw wiadomość",
    intro: (name) =>
      `To, co tu wpiszesz, otrzymają osoby odpowiedzialne za ${name}, aby móc odpowiedzieć.`,
    name: "Imię i nazwisko (opcjonalnie)",
    contact: "Adres e-mail lub numer telefonu",
    text: "Czego dotyczy wiadomość?",
    contactMissing: "Podaj adres e-mail lub numer telefonu.",
    contactInvalid: "Sprawdź adres e-mail lub numer telefonu.",
    textMissing: "Napisz, czego dotyczy wiadomość.",
    tooLong: (most) => `Użyj najwyżej ${most} znaków.`,
    sending: "Wysyłanie…",
    sent: "Dziękujemy. Wiadomość została wysłana.",
    full: "Dziś nie można już zostawić wiadomości. Spróbuj ponownie jutro.",
  },
  pt: {
    title: "Deixar uma mensagem",
    intro: (name) =>
      `As pessoas responsáveis por ${name} recebem o que escrever aqui, para poderem responder.`,
    name: "O seu nome (opcional)",
    contact: "O seu e-mail ou telefone",
    text: "De que se trata?",
    contactMissing: "Indique um e-mail ou um telefone.",
    contactInvalid: "Verifique o e-mail ou o telefone.",
    textMissing: "Escreva de que se trata.",
    tooLong: (most) => `Use no máximo ${most} caracteres.`,
    sending: "A enviar…",
    sent: "Obrigado. A sua mensagem foi enviada.",
    full: "Hoje já não é possível deixar mensagens. Tente novamente amanhã.",
  },
  sv: {
    title: "Lämna ett meddelande",
    intro: (name) => `De som står bakom ${name} får det du skriver här, så att de kan svara dig.`,
    name: "Ditt namn (valfritt)",
    contact: "Din e-postadress eller ditt telefonnummer",
    text: "Vad gäller det?",
    contactMissing: "Ange en e-postadress eller ett telefonnummer.",
    contactInvalid: "Kontrollera e-postadressen eller telefonnumret.",
    textMissing: "Skriv vad det gäller.",
    tooLong: (most) => `Använd högst ${most} tecken.`,
    sending: "Skickar…",
    sent: "Tack. Ditt meddelande har skickats.",
    full: "Det går inte att lämna fler meddelanden i dag. Försök igen i morgon.",
  },
  tr: {
    title: "Mesaj bırakın",
    intro: (name) =>
      `Buraya yazdıklarınız, size yanıt verebilmeleri için ${name} ekibine iletilir.`,
    name: "Adınız (isteğe bağlı)",
    contact: "E-posta adresiniz veya telefon numaranız",
    text: "Konu nedir?",
    contactMissing: "Lütfen bir e-posta adresi veya telefon numarası girin.",
    contactInvalid: "Lütfen e-posta adresini veya telefon numarasını kontrol edin.",
    textMissing: "Lütfen konuyu yazın.",
    tooLong: (most) => `Lütfen en fazla ${most} karakter kullanın.`,
    sending: "Gönderiliyor…",
    sent: "Teşekkürler. Mesajınız gönderildi.",
    full: "Bugün başka mesaj bırakılamıyor. Lütfen yarın yeniden deneyin.",
  },
};

/** English if there are none in this language. */
export function messageFormTexts(language: string): MessageFormTexts {
  const [id = ""] = language.toLowerCase().split("-");
  return Object.hasOwn(TEXTS, id) ? TEXTS[id as LanguageId] : TEXTS.en;
}
