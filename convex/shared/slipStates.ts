/** What an assistant did, in a word or two, in the languages of visitors. */
import type { LanguageId } from "./languages";
import type { SlipState } from "./slip";

export const SLIP_STATE_WORDS: Record<LanguageId, Record<SlipState, string>> = {
  en: { booked: "Booked", requested: "Requested, not yet confirmed", sent: "Sent" },
  de: { booked: "Gebucht", requested: "Angefragt, noch nicht bestätigt", sent: "Gesendet" },
  fr: { booked: "Réservé", requested: "Demandé, pas encore confirmé", sent: "Envoyé" },
  es: { booked: "Reservado", requested: "Solicitado, aún sin confirmar", sent: "Enviado" },
  it: { booked: "Prenotato", requested: "Richiesto, non ancora confermato", sent: "Inviato" },
  pt: { booked: "Marcado", requested: "Pedido, ainda não confirmado", sent: "Enviado" },
  nl: { booked: "Geboekt", requested: "Aangevraagd, nog niet bevestigd", sent: "Verzonden" },
  pl: {
    booked: "Zarezerwowano",
    requested: "Wysłano prośbę, jeszcze niepotwierdzona",
    sent: "Wysłano",
  },
  sv: { booked: "Bokat", requested: "Förfrågat, ännu inte bekräftat", sent: "Skickat" },
  da: { booked: "Booket", requested: "Anmodet om, endnu ikke bekræftet", sent: "Sendt" },
  tr: {
    booked: "Rezervasyon yapıldı",
    requested: "Talep edildi, henüz onaylanmadı",
    sent: "Gönderildi",
  },
  ja: { booked: "予約しました", requested: "リクエスト済み（未確定）", sent: "送信しました" },
};
