import type { ButtonWords } from "../talkButtonTexts";

export const tr: ButtonWords = {
  labels: {
    name: "Sesli sohbet",
    idle: "Sesli sohbeti başlat",
    connecting: "Bağlanıyor…",
    active: "Sesli sohbeti bitir",
    agree: "Kabul et ve sesli sohbeti başlat",
  },
  said: {
    microphoneDenied: [
      "Sesli sohbet için mikrofon gerekiyor. Lütfen erişime izin verip yeniden deneyin.",
      "Mikrofona izin verin",
    ],
    microphoneForbidden: [
      'Bu web sitesi düğmenin mikrofonu kullanmasına izin vermiyor. Sahibi çerçeveye allow="microphone" eklemeli.',
      "Mikrofon izni yok",
    ],
    microphoneMissing: ["Mikrofon bulunamadı. Lütfen takıp yeniden deneyin.", "Mikrofon yok"],
    microphoneBusy: [
      "Mikrofonu başka bir program kullanıyor. Lütfen kapatıp yeniden deneyin.",
      "Mikrofon meşgul",
    ],
    pageInsecure: [
      "Sesli sohbet güvenli bir sayfa ister. Lütfen bu siteyi https ile açın.",
      "Sayfa güvenli değil",
    ],
    browserTooOld: [
      "Bu tarayıcı sesli sohbeti desteklemiyor. Lütfen güncelleyin veya başkasını deneyin.",
      "Tarayıcı çok eski",
    ],
    notHeard: [
      "Sizi duyamıyoruz. Lütfen mikrofonunuzun açık olduğunu kontrol edin.",
      "Ses duyulmuyor",
    ],
    soundBlocked: ["Tarayıcınız sesi kapalı tutuyor. Lütfen yeniden basın.", "Ses kapalı"],
    noSoundOutput: [
      "Ses çalınamadı. Lütfen hoparlör veya kulaklık takıp yeniden deneyin.",
      "Hoparlör yok",
    ],
    offline: ["Bağlantı kurulamadı. Lütfen ağınızı kontrol edip yeniden deneyin.", "Bağlantı yok"],
    connectionCut: ["Bağlantı kesildi. Lütfen bekleyin.", "Bağlantı yok"],
    connectionLost: ["Bağlantı koptu. Lütfen yeniden deneyin.", "Bağlantı koptu"],
    noAnswer: ["Asistan yanıt vermedi. Lütfen yeniden deneyin.", "Yanıt yok"],
    callFailed: ["Görüşme başlatılamadı. Lütfen yeniden deneyin.", "Yeniden deneyin"],
  },
  refused: {
    assistantNotServed: ["Bu asistan şu anda kullanılamıyor.", "Şu anda kapalı"],
    siteNotAllowed: [
      "Bu web sitesi, bu asistanı kullanabilen siteler arasında değil.",
      "Burada izin yok",
    ],
    pageOutdated: ["Bu sayfa eskimiş. Lütfen yenileyip tekrar deneyin.", "Sayfayı yenileyin"],
    linesBusy: ["Tüm hatlar meşgul. Lütfen biraz sonra yeniden deneyin.", "Hatlar meşgul"],
    tooManyRequests: ["Çok fazla istek. Lütfen biraz bekleyip yeniden deneyin.", "Lütfen bekleyin"],
    voicePlatformFailed: [
      "Ses hizmeti beklendiği gibi yanıt vermedi. Lütfen yeniden deneyin.",
      "Yeniden deneyin",
    ],
  },
  notConfigured: (name) => [`Sesli sohbet ayarlanmamış: ${name}.`, "Henüz hazır değil"],
  notSigned: [
    "Bu sayfa şu anda görüşme başlatamıyor. Lütfen sayfayı yenileyip tekrar deneyin.",
    "Sayfayı yenileyin",
  ],
  closedWords: "Şimdi kapalı",
};
