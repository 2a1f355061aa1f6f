/** The slip of a conversation, to the address that its visitor named. It may be a stranger's, so nothing in it is a link but ours. */
import { toBase64 } from "../../lib/bytes";
import { type LanguageId, languageOfTag } from "../../shared/languages";
import { PRODUCT_NAME } from "../../shared/productName";
import type { SlipState } from "../../shared/slip";
import { beginningOf } from "../../shared/wellFormed";
import type { MailAttachment } from "../../vendors/resend";
import type { Letter } from "./letter";
import { spelledAddress, withoutLinks } from "./plainText";
import type { MailedSlip, Message } from "./table";

type SlipMessage = Extract<Message, { template: "slip" }>;

const MAX_VALUE_LENGTH = 200;

/** With the assistant's name. */
type Texts = Record<SlipState, (name: string) => string> & {
  intro: (name: string) => string;
  attached: string;
  /** Of the link to the receipt. */
  receipt: string;
  orOpen: string;
  reason: (name: string) => string;
};

export function slipLetter({ slip }: SlipMessage): Letter {
  if (slip === null) throw new Error("The mail's slip has not been looked up");
  const language = languageOfTag(slip.language) ?? "en";
  const texts = TEXTS[language];
  const name = withoutLinks(slip.assistantName);
  const lines = slip.lines.map(({ label, value }) => `${withoutLinks(label)}: ${shown(value)}`);
  const parts = [
    texts.intro(name),
    [withoutLinks(slip.title), ...(slip.time === null ? [] : [slip.time])].join(" – "),
    ...lines,
    ...(slip.calendarFile === null ? [] : [texts.attached]),
  ];
  return {
    subject: texts[slip.state](name),
    preview: texts.intro(name),
    parts: [
      ...parts.map((text) => ({ kind: "text" as const, text })),
      { kind: "link", label: texts.receipt, address: slip.receiptUrl, orOpen: texts.orOpen },
    ],
    reason: texts.reason(name),
    language,
  };
}

export function attachmentsOf({ slip }: SlipMessage): MailAttachment[] {
  const file = slip?.calendarFile ?? null;
  if (file === null) return [];
  return [
    {
      filename: "appointment.ics",
      content: toBase64(new TextEncoder().encode(file)),
      content_type: "text/calendar; charset=utf-8; method=PUBLISH",
    },
  ];
}

/** A stranger may have written it. */
function shown(value: MailedSlip["lines"][number]["value"]): string {
  return beginningOf(
    value.includes("@") ? spelledAddress(value) : withoutLinks(value),
    MAX_VALUE_LENGTH,
  );
}

const TEXTS: Record<LanguageId, Texts> = {
  en: {
    booked: (name) => `Your booking with ${name}`,
    requested: (name) => `Your booking request to ${name}`,
    sent: (name) => `Your request to ${name}`,
    intro: (name) => `This is what the AI assistant ${name} did after your yes:`,
    attached: "The appointment is attached as a calendar file.",
    receipt: "See it, withdraw it or delete the conversation",
    orOpen: "Or open this address:",
    reason: (name) =>
      `You get this email because somebody entered this address in a conversation with ${name}, an AI assistant at ${PRODUCT_NAME}. If it was not you, ignore it.`,
  },
  de: {
    booked: (name) => `Ihre Buchung bei ${name}`,
    requested: (name) => `Ihre Terminanfrage an ${name}`,
    sent: (name) => `Ihre Anfrage an ${name}`,
    intro: (name) => `Das hat der KI-Assistent ${name} nach Ihrem Ja getan:`,
    attached: "Der Termin liegt als Kalenderdatei bei.",
    receipt: "Ansehen, zurückziehen oder das Gespräch löschen",
    orOpen: "Oder öffnen Sie diese Adresse:",
    reason: (name) =>
      `Sie erhalten diese E-Mail, weil jemand diese Adresse in einem Gespräch mit ${name} eingegeben hat, einem KI-Assistenten bei ${PRODUCT_NAME}. Waren Sie es nicht, können Sie sie ignorieren.`,
  },
  fr: {
    booked: (name) => `Votre réservation auprès de ${name}`,
    requested: (name) => `Votre demande de rendez-vous à ${name}`,
    sent: (name) => `Votre demande à ${name}`,
    intro: (name) => `Voici ce que l'assistant IA ${name} a fait après votre accord :`,
    attached: "Le rendez-vous est joint sous forme de fichier de calendrier.",
    receipt: "Consulter, retirer ou supprimer la conversation",
    orOpen: "Ou ouvrez cette adresse :",
    reason: (name) =>
      `Vous recevez cet e-mail parce que quelqu'un a saisi cette adresse dans une conversation avec ${name}, un assistant IA chez ${PRODUCT_NAME}. Si ce n'était pas vous, ignorez-le.`,
  },
  es: {
    booked: (name) => `Su reserva con ${name}`,
    requested: (name) => `Su solicitud de cita a ${name}`,
    sent: (name) => `Su solicitud a ${name}`,
    intro: (name) => `Esto es lo que hizo el asistente de IA ${name} tras su confirmación:`,
    attached: "La cita se adjunta como archivo de calendario.",
    receipt: "Verlo, retirarlo o eliminar la conversación",
    orOpen: "O abra esta dirección:",
    reason: (name) =>
      `Recibe este correo porque alguien escribió esta dirección en una conversación con ${name}, un asistente de IA en ${PRODUCT_NAME}. Si no fue usted, ignórelo.`,
  },
  it: {
    booked: (name) => `La Sua prenotazione con ${name}`,
    requested: (name) => `La Sua richiesta di appuntamento a ${name}`,
    sent: (name) => `La Sua richiesta a ${name}`,
    intro: (name) => `Ecco che cosa ha fatto l'assistente IA ${name} dopo il Suo sì:`,
    attached: "L'appuntamento è allegato come file di calendario.",
    receipt: "Vedere, ritirare o eliminare la conversazione",
    orOpen: "Oppure apra questo indirizzo:",
    reason: (name) =>
      `Riceve questa e-mail perché qualcuno ha inserito questo indirizzo in una conversazione con ${name}, un assistente IA di ${PRODUCT_NAME}. Se non è stato Lei, la ignori.`,
  },
  pt: {
    booked: (name) => `A sua marcação com ${name}`,
    requested: (name) => `O seu pedido de marcação a ${name}`,
    sent: (name) => `O seu pedido a ${name}`,
    intro: (name) => `Foi isto que o assistente de IA ${name} fez depois do seu sim:`,
    attached: "A marcação segue em anexo como ficheiro de calendário.",
    receipt: "Ver, retirar ou eliminar a conversa",
    orOpen: "Ou abra este endereço:",
    reason: (name) =>
      `Recebe este e-mail porque alguém introduziu este endereço numa conversa com ${name}, um assistente de IA na ${PRODUCT_NAME}. Se não foi você, ignore-o.`,
  },
  nl: {
    booked: (name) => `Uw boeking bij ${name}`,
    requested: (name) => `Uw afspraakverzoek aan ${name}`,
    sent: (name) => `Uw verzoek aan ${name}`,
    intro: (name) => `Dit heeft de AI-assistent ${name} na uw ja gedaan:`,
    attached: "De afspraak is als agendabestand bijgevoegd.",
    receipt: "Bekijken, intrekken of het gesprek verwijderen",
    orOpen: "Of open dit adres:",
    reason: (name) =>
      `U krijgt deze e-mail omdat iemand dit adres heeft ingevuld in een gesprek met ${name}, een AI-assistent bij ${PRODUCT_NAME}. Was u dat niet, negeer hem dan.`,
  },
  pl: {
    booked: (name) => `Państwa rezerwacja: ${name}`,
    requested: (name) => `Państwa prośba o termin: ${name}`,
    sent: (name) => `Państwa zgłoszenie: ${name}`,
    intro: (name) => `Oto co asystent AI ${name} zrobił po Państwa potwierdzeniu:`,
    attached: "Termin jest załączony jako plik kalendarza.",
    receipt: "Zobacz, wycofaj lub usuń rozmowę",
    orOpen: "Albo otwórz ten adres:",
    reason: (name) =>
      `Otrzymują Państwo tę wiadomość, ponieważ ktoś podał ten adres w rozmowie z ${name}, asystentem AI w ${PRODUCT_NAME}. Jeśli to nie Państwo, proszę ją zignorować.`,
  },
  sv: {
    booked: (name) => `Din bokning hos ${name}`,
    requested: (name) => `Din bokningsförfrågan till ${name}`,
    sent: (name) => `Din förfrågan till ${name}`,
    intro: (name) => `Detta gjorde AI-assistenten ${name} efter ditt ja:`,
    attached: "Tiden bifogas som en kalenderfil.",
    receipt: "Visa, ta tillbaka eller radera samtalet",
    orOpen: "Eller öppna den här adressen:",
    reason: (name) =>
      `Du får det här mejlet för att någon angav adressen i ett samtal med ${name}, en AI-assistent hos ${PRODUCT_NAME}. Om det inte var du kan du bortse från det.`,
  },
  da: {
    booked: (name) => `Din booking hos ${name}`,
    requested: (name) => `Din bookingforespørgsel til ${name}`,
    sent: (name) => `Din forespørgsel til ${name}`,
    intro: (name) => `Dette gjorde AI-assistenten ${name} efter dit ja:`,
    attached: "Aftalen er vedhæftet som kalenderfil.",
    receipt: "Se, træk tilbage eller slet samtalen",
    orOpen: "Eller åbn denne adresse:",
    reason: (name) =>
      `Du får denne mail, fordi nogen har indtastet adressen i en samtale med ${name}, en AI-assistent hos ${PRODUCT_NAME}. Hvis det ikke var dig, kan du se bort fra den.`,
  },
  tr: {
    booked: (name) => `${name} ile rezervasyonunuz`,
    requested: (name) => `${name} için randevu talebiniz`,
    sent: (name) => `${name} için talebiniz`,
    intro: (name) => `Yapay zekâ asistanı ${name} onayınızdan sonra şunu yaptı:`,
    attached: "Randevu, takvim dosyası olarak ektedir.",
    receipt: "Görüntüle, geri çek veya konuşmayı sil",
    orOpen: "Ya da bu adresi açın:",
    reason: (name) =>
      `Bu e-postayı, biri ${PRODUCT_NAME} üzerindeki yapay zekâ asistanı ${name} ile konuşurken bu adresi girdiği için aldınız. Siz değilseniz dikkate almayın.`,
  },
  ja: {
    booked: (name) => `${name} でのご予約`,
    requested: (name) => `${name} へのご予約リクエスト`,
    sent: (name) => `${name} へのご依頼`,
    intro: (name) => `AI アシスタント「${name}」は、ご確認を受けて次のことを行いました。`,
    attached: "ご予約はカレンダーファイルとして添付されています。",
    receipt: "確認・取り消し・会話の削除",
    orOpen: "または次のアドレスを開いてください:",
    reason: (name) =>
      `このメールは、${PRODUCT_NAME} の AI アシスタント「${name}」との会話でこのアドレスが入力されたため送信されました。お心当たりがない場合は無視してください。`,
  },
};
