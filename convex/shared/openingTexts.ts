/** What visitors read about when a closed assistant opens, in the assistant's language and time zone. */
import type { LanguageId } from "./languages";
import { clockTime, type NextOpening } from "./openingHours";

interface OpeningTexts {
  /** In place of the default message for the hours in which it is closed. */
  closed: string;
  /** `when` is one of the following. */
  opens: (when: string, time: string) => string;
  today: string;
  tomorrow: string;
  /** Monday first, in the form that stands in the sentence. */
  weekdays: readonly string[];
}

const TEXTS: Record<LanguageId, OpeningTexts> = {
  en: {
    closed: "We are closed at the moment.",
    opens: (when, time) => `We open ${when} at ${time}.`,
    today: "today",
    tomorrow: "tomorrow",
    weekdays: [
      ...["on Monday", "on Tuesday", "on Wednesday", "on Thursday"],
      ...["on Friday", "on Saturday", "on Sunday"],
    ],
  },
  de: {
    closed: "Wir haben gerade geschlossen.",
    opens: (when, time) => `Wir öffnen ${when} um ${time} Uhr.`,
    today: "heute",
    tomorrow: "morgen",
    weekdays: [
      ...["am Montag", "am Dienstag", "am Mittwoch", "am Donnerstag"],
      ...["am Freitag", "am Samstag", "am Sonntag"],
    ],
  },
  fr: {
    closed: "Nous sommes fermés en ce moment.",
    opens: (when, time) => `Nous ouvrons ${when} à ${time}.`,
    today: "aujourd’hui",
    tomorrow: "demain",
    weekdays: ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
  },
  es: {
    closed: "Ahora estamos cerrados.",
    opens: (when, time) => `Abrimos ${when} a las ${time}.`,
    today: "hoy",
    tomorrow: "mañana",
    weekdays: [
      ...["el lunes", "el martes", "el miércoles", "el jueves"],
      ...["el viernes", "el sábado", "el domingo"],
    ],
  },
  it: {
    closed: "In questo momento siamo chiusi.",
    opens: (when, time) => `Apriamo ${when} alle ${time}.`,
    today: "oggi",
    tomorrow: "domani",
    weekdays: ["lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica"],
  },
  pt: {
    closed: "De momento estamos fechados.",
    opens: (when, time) => `Abrimos ${when} às ${time}.`,
    today: "hoje",
    tomorrow: "amanhã",
    weekdays: [
      ...["na segunda-feira", "na terça-feira", "na quarta-feira", "na quinta-feira"],
      ...["na sexta-feira", "no sábado", "no domingo"],
    ],
  },
  nl: {
    closed: "We zijn op dit moment gesloten.",
    opens: (when, time) => `We gaan ${when} om ${time} uur open.`,
    today: "vandaag",
    tomorrow: "morgen",
    weekdays: [
      ...["op maandag", "op dinsdag", "op woensdag", "op donderdag"],
      ...["op vrijdag", "op zaterdag", "op zondag"],
    ],
  },
  pl: {
    closed: "W tej chwili mamy zamknięte.",
    opens: (when, time) => `Otwieramy ${when} o ${time}.`,
    today: "dzisiaj",
    tomorrow: "jutro",
    weekdays: [
      ...["w poniedziałek", "we wtorek", "w środę", "w czwartek"],
      ...["w piątek", "w sobotę", "w niedzielę"],
    ],
  },
  sv: {
    closed: "Vi har stängt just nu.",
    opens: (when, time) => `Vi öppnar ${when} klockan ${time}.`,
    today: "i dag",
    tomorrow: "i morgon",
    weekdays: [
      ...["på måndag", "på tisdag", "på onsdag", "på torsdag"],
      ...["på fredag", "på lördag", "på söndag"],
    ],
  },
  da: {
    closed: "Vi har lukket lige nu.",
    opens: (when, time) => `Vi åbner ${when} kl. ${time}.`,
    today: "i dag",
    tomorrow: "i morgen",
    weekdays: [
      ...["på mandag", "på tirsdag", "på onsdag", "på torsdag"],
      ...["på fredag", "på lørdag", "på søndag"],
    ],
  },
  tr: {
    closed: "Şu anda kapalıyız.",
    opens: (when, time) => `Açılış: ${when}, saat ${time}.`,
    today: "bugün",
    tomorrow: "yarın",
    weekdays: ["Pazartesi", "Salı", "Çarşamba", "Perşembe", "Cuma", "Cumartesi", "Pazar"],
  },
  ja: {
    closed: "ただいま営業時間外です。",
    opens: (when, time) => `${when}${time}から営業します。`,
    today: "本日",
    tomorrow: "明日",
    weekdays: ["月曜日", "火曜日", "水曜日", "木曜日", "金曜日", "土曜日", "日曜日"],
  },
};

/** The default message of a closed assistant, if it is known when it opens. */
export function closedText(language: LanguageId | null): string {
  return TEXTS[language ?? "en"].closed;
}

/** Such as "We open on Monday at 08:00." */
export function opensText(
  language: LanguageId | null,
  { daysAhead, weekday, minute }: NextOpening,
): string {
  const { opens, today, tomorrow, weekdays } = TEXTS[language ?? "en"];
  const near = [today, tomorrow][daysAhead];
  return opens(near ?? weekdays[weekday] ?? "", clockTime(minute));
}
