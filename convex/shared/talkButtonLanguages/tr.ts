import type { ButtonWords } from "../talkButtonTexts";

export const tr: ButtonWords = {
  labels: {
    name: "Sesli sohbet",
    idle: "Sesli sohbeti başlat",
    connecting: "Bağlanıyor…",
    active: "Sesli sohbeti bitir",
    agree: "Kabul et ve sesli sohbeti başlat",
    type: "Yazın",
  },
  messages: {
    microphone_denied: [
      "Sesli sohbet için mikrofon gerekiyor. Lütfen erişime izin verip yeniden deneyin.",
      "Mikrofona izin verin",
    ],
    microphone_forbidden: [
      'Bu web sitesi düğmenin mikrofonu kullanmasına izin vermiyor. Sahibi çerçeveye allow="microphone" eklemeli.',
      "Mikrofon izni yok",
    ],
    microphone_missing: ["Mikrofon bulunamadı. Lütfen takıp yeniden deneyin.", "Mikrofon yok"],
    microphone_busy: [
      "Mikrofonu başka bir program kullanıyor. Lütfen kapatıp yeniden deneyin.",
      "Mikrofon meşgul",
    ],
    page_insecure: [
      "Sesli sohbet güvenli bir sayfa ister. Lütfen bu siteyi https ile açın.",
      "Sayfa güvenli değil",
    ],
    browser_too_old: [
      "Bu tarayıcı sesli sohbeti desteklemiyor. Lütfen güncelleyin veya başkasını deneyin.",
      "Tarayıcı çok eski",
    ],
    not_heard: [
      "Sizi duyamıyoruz. Lütfen mikrofonunuzun açık olduğunu kontrol edin.",
      "Ses duyulmuyor",
    ],
    sound_blocked: ["Tarayıcınız sesi kapalı tutuyor. Lütfen yeniden basın.", "Ses kapalı"],
    no_sound_output: [
      "Ses çalınamadı. Lütfen hoparlör veya kulaklık takıp yeniden deneyin.",
      "Hoparlör yok",
    ],
    offline: ["Bağlantı kurulamadı. Lütfen ağınızı kontrol edip yeniden deneyin.", "Bağlantı yok"],
    connection_cut: ["Bağlantı kesildi. Lütfen bekleyin.", "Bağlantı yok"],
    connection_lost: ["Bağlantı koptu. Lütfen yeniden deneyin.", "Bağlantı koptu"],
    no_answer: ["Asistan yanıt vermedi. Lütfen yeniden deneyin.", "Yanıt yok"],
    call_failed: ["Görüşme başlatılamadı. Lütfen yeniden deneyin.", "Yeniden deneyin"],
    assistant_not_found: ["Bu asistan şu anda kullanılamıyor.", "Şu anda kapalı"],
    site_not_allowed: [
      "Bu web sitesi, bu asistanı kullanabilen siteler arasında değil.",
      "Burada izin yok",
    ],
    page_token_refused: ["Bu sayfa eskimiş. Lütfen yenileyip tekrar deneyin.", "Sayfayı yenileyin"],
    busy: ["Tüm hatlar meşgul. Lütfen biraz sonra yeniden deneyin.", "Hatlar meşgul"],
    too_many_requests: [
      "Çok fazla istek. Lütfen biraz bekleyip yeniden deneyin.",
      "Lütfen bekleyin",
    ],
    voice_platform_failed: [
      "Ses hizmeti beklendiği gibi yanıt vermedi. Lütfen yeniden deneyin.",
      "Yeniden deneyin",
    ],
  },
  notConfigured: (name) => [`Sesli sohbet ayarlanmamış: ${name}.`, "Henüz hazır değil"],
  leaveMessage: "Mesaj",
  notSigned: [
    "Bu sayfa şu anda görüşme başlatamıyor. Lütfen sayfayı yenileyip tekrar deneyin.",
    "Sayfayı yenileyin",
  ],
  closedShortText: "Şimdi kapalı",
};
