import type { TalkTexts } from "./en";

export const tr: TalkTexts = {
  aiAssistant: "Yapay zekâ asistanı",
  conversation: "Sohbet",
  you: "Siz",
  yourMessage: "Mesajınız",
  send: "Gönder",
  answering: (name) => `${name} yazıyor…`,
  charactersLeft: (count) => `Kalan karakter: ${count}`,
  tryAgain: "Yeniden dene",
  notAnswered: "Bu mesaj yanıtlanmadı.",
  startOver: "Baştan başla",
  startOverQuestion: "Bu sohbet silinsin ve baştan başlansın mı?",
  cancel: "Vazgeç",
  agree: "Kabul et ve devam et",
  loading: "Yükleniyor…",
  unavailableTitle: "Bu asistan kullanılamıyor",
  unavailable: "Şu anda kapalı olabilir ya da adres yanlış olabilir.",
  forbiddenTitle: "Bu asistan burada kullanılamıyor",
  forbidden: "Sahibi bu web sitesinde kullanılmasına izin vermedi.",
  messages: {
    answer_pending: "Asistan hâlâ yanıtlıyor. Lütfen biraz bekleyin.",
    thread_full: "Bu sohbet sınırına ulaştı. Lütfen baştan başlayın.",
    text_off: "Yalnızca sesli konuşulabilir, yazılamaz.",
  },
};
