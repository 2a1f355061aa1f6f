/**
 * The languages that assistants speak: those that Deepgram's nova-3 understands and ElevenLabs' flash v2.5 speaks
 * (docs/fidelity.md). Each has default texts for the assistant and for its button.
 */
export const LANGUAGES = [
  {
    id: "en",
    name: "English",
    english: "English",
    greeting: (name: string) => `Hello, this is ${name}. How can I help you?`,
    resumed: "I'm listening.",
    question: "Are you still there?",
    closed: "We are closed at the moment. Please come back during our opening hours.",
    typeHere: "Please type it into the field on your screen.",
  },
  {
    id: "de",
    name: "Deutsch",
    english: "German",
    greeting: (name: string) => `Hallo, hier ist ${name}. Wie kann ich Ihnen helfen?`,
    resumed: "Ich höre Ihnen zu.",
    question: "Sind Sie noch da?",
    closed: "Wir haben gerade geschlossen. Bitte kommen Sie zu unseren Öffnungszeiten wieder.",
    typeHere: "Bitte tippen Sie es in das Feld auf Ihrem Bildschirm.",
  },
  {
    id: "fr",
    name: "Français",
    english: "French",
    greeting: (name: string) => `Bonjour, ici ${name}. Comment puis-je vous aider ?`,
    resumed: "Je vous écoute.",
    question: "Êtes-vous toujours là ?",
    closed: "Nous sommes fermés en ce moment. Revenez pendant nos heures d’ouverture.",
    typeHere: "Veuillez l’écrire dans le champ affiché à l’écran.",
  },
  {
    id: "es",
    name: "Español",
    english: "Spanish",
    greeting: (name: string) => `Hola, soy ${name}. ¿En qué puedo ayudarle?`,
    resumed: "Le escucho.",
    question: "¿Sigue ahí?",
    closed: "Ahora estamos cerrados. Vuelva durante nuestro horario de atención.",
    typeHere: "Escríbalo, por favor, en el campo que aparece en su pantalla.",
  },
  {
    id: "it",
    name: "Italiano",
    english: "Italian",
    greeting: (name: string) => `Salve, sono ${name}. Come posso aiutarla?`,
    resumed: "La ascolto.",
    question: "È ancora in linea?",
    closed: "In questo momento siamo chiusi. Torni durante i nostri orari di apertura.",
    typeHere: "Lo scriva, per favore, nel campo sullo schermo.",
  },
  {
    id: "pt",
    name: "Português",
    english: "Portuguese",
    greeting: (name: string) => `Olá, fala ${name}. Em que posso ajudar?`,
    resumed: "Estou a ouvir.",
    question: "Ainda está aí?",
    closed: "De momento estamos fechados. Volte durante o nosso horário de funcionamento.",
    typeHere: "Escreva-o, por favor, no campo que aparece no ecrã.",
  },
  {
    id: "nl",
    name: "Nederlands",
    english: "Dutch",
    greeting: (name: string) => `Hallo, u spreekt met ${name}. Waarmee kan ik u helpen?`,
    resumed: "Ik luister.",
    question: "Bent u er nog?",
    closed: "We zijn op dit moment gesloten. Kom terug tijdens onze openingstijden.",
    typeHere: "Typ het alstublieft in het veld op uw scherm.",
  },
  {
    id: "pl",
    name: "Polski",
    english: "Polish",
    greeting: (name: string) => `Dzień dobry, tu ${name}. W czym mogę pomóc?`,
    resumed: "Słucham.",
    question: "Czy mnie słychać?",
    closed: "W tej chwili mamy zamknięte. Zapraszamy w godzinach otwarcia.",
    typeHere: "Proszę wpisać to w pole na ekranie.",
  },
  {
    id: "sv",
    name: "Svenska",
    english: "Swedish",
    greeting: (name: string) => `Hej, det här är ${name}. Vad kan jag hjälpa till med?`,
    resumed: "Jag lyssnar.",
    question: "Är du kvar?",
    closed: "Vi har stängt just nu. Kom gärna tillbaka under våra öppettider.",
    typeHere: "Skriv det gärna i fältet på skärmen.",
  },
  {
    id: "da",
    name: "Dansk",
    english: "Danish",
    greeting: (name: string) => `Hej, du taler med ${name}. Hvad kan jeg hjælpe med?`,
    resumed: "Jeg lytter.",
    question: "Er du der stadig?",
    closed: "Vi har lukket lige nu. Kom gerne igen i vores åbningstid.",
    typeHere: "Skriv det venligst i feltet på skærmen.",
  },
  {
    id: "tr",
    name: "Türkçe",
    english: "Turkish",
    greeting: (name: string) => `Merhaba, ben ${name}. Size nasıl yardımcı olabilirim?`,
    resumed: "Sizi dinliyorum.",
    question: "Hâlâ orada mısınız?",
    closed: "Şu anda kapalıyız. Lütfen çalışma saatlerimizde tekrar gelin.",
    typeHere: "Lütfen bunu ekranınızdaki alana yazın.",
  },
  {
    id: "ja",
    name: "日本語",
    english: "Japanese",
    greeting: (name: string) => `こんにちは、${name}です。ご用件をお聞かせください。`,
    resumed: "はい、お話しください。",
    question: "まだいらっしゃいますか？",
    closed: "ただいま営業時間外です。営業時間内にもう一度お越しください。",
    typeHere: "画面の入力欄にご入力ください。",
  },
] as const;

export type LanguageId = (typeof LANGUAGES)[number]["id"];
export type Language = (typeof LANGUAGES)[number];

/** Assistants that were created before this setting have no language: their default texts are English. */
export function languageFor(id: LanguageId | null): Language {
  return LANGUAGES.find((language) => language.id === id) ?? LANGUAGES[0];
}

/** The language of a tag such as `fr-CH`. Null if assistants do not speak it. */
export function languageOfTag(tag: string | null): LanguageId | null {
  const [first = ""] = (tag ?? "").toLowerCase().split("-");
  return LANGUAGES.find(({ id }) => id === first)?.id ?? null;
}
