/**
 * Whether a visitor's words are a clear yes. Every word of the reply has to belong to one of these phrases, so that "yes,
 * but at eight", a question or a longer sentence never counts.
 */
import type { LanguageId } from "./languages";
import { TYPED_MARK } from "./typedMark";

/** A filler says nothing: it neither confirms nor refuses. */
export type Reply = "yes" | "no" | "filler";

/** Characters. Nobody needs more to say yes. */
const MAX_LENGTH = 60;

/** Phrases that are a yes by themselves, and those that may stand beside one. */
const PHRASES: Record<LanguageId, { yes: string; beside: string }> = {
  en: {
    yes:
      "yes|yeah|yep|yup|sure|ok|okay|correct|right|exactly|absolutely|definitely|of course|go ahead|do it|please do|" +
      "that's right|that is right|that's correct|that is correct|it's correct|it is correct|that's it|sounds good|" +
      "i confirm|confirmed|all correct|all right|alright",
    beside:
      "please|thanks|thank you|very much|that's fine|that is fine|that's good|fine|perfect|great|good|i do|it is|they are|" +
      "that's perfect|book it|send it|order it",
  },
  de: {
    yes:
      "ja|jawohl|jo|genau|richtig|korrekt|stimmt|gerne|klar|natürlich|sicher|einverstanden|in ordnung|passt|das passt|" +
      "das stimmt|stimmt so|stimmt genau|das ist richtig|das ist korrekt|alles richtig|so ist es|mach das|machen sie das",
    beside:
      "bitte|danke|vielen dank|so|gut|sehr gut|sehr gerne|perfekt|super|alles gut|auf jeden fall",
  },
  fr: {
    yes:
      "oui|ouais|exactement|tout à fait|d'accord|c'est ça|c'est bien ça|c'est exact|c'est correct|c'est juste|bien sûr|" +
      "allez y|parfaitement|je confirme",
    beside:
      "s'il vous plaît|s'il te plaît|merci|merci beaucoup|parfait|très bien|c'est parfait|c'est bon|volontiers",
  },
  es: {
    yes:
      "sí|si|claro|correcto|exacto|exactamente|así es|eso es|de acuerdo|vale|por supuesto|está bien|es correcto|" +
      "adelante|confirmo|lo confirmo|todo correcto|claro que sí",
    beside: "por favor|gracias|muchas gracias|perfecto|muy bien|bien",
  },
  it: {
    yes:
      "sì|si|certo|esatto|esattamente|giusto|corretto|è corretto|è giusto|va bene|d'accordo|certamente|confermo|" +
      "proceda pure|tutto corretto|proprio così",
    beside: "per favore|per piacere|grazie|grazie mille|perfetto|bene|benissimo|volentieri",
  },
  pt: {
    yes:
      "sim|claro|certo|correto|está certo|está correto|exato|exatamente|isso|isso mesmo|é isso|de acordo|pode ser|" +
      "com certeza|confirmo|tudo certo|pode avançar",
    beside:
      "por favor|se faz favor|obrigado|obrigada|muito obrigado|muito obrigada|perfeito|está bem|muito bem",
  },
  nl: {
    yes:
      "ja|jazeker|klopt|dat klopt|klopt helemaal|juist|dat is juist|correct|dat is correct|precies|zeker|akkoord|" +
      "natuurlijk|in orde|doe maar|inderdaad",
    beside:
      "graag|alstublieft|alsjeblieft|dank u|dank je|dank u wel|dank je wel|bedankt|goed|prima|perfect",
  },
  pl: {
    yes: "tak|zgadza się|wszystko się zgadza|dokładnie|oczywiście|poprawnie|jasne|potwierdzam|w porządku|tak jest",
    beside: "proszę|poproszę|dziękuję|dzięki|dobrze|bardzo proszę|świetnie|super",
  },
  sv: {
    yes:
      "ja|japp|jo|jajamän|stämmer|det stämmer|det stämmer bra|precis|rätt|det är rätt|korrekt|det är korrekt|visst|" +
      "absolut|självklart|gör det|okej",
    beside: "tack|tack så mycket|gärna|bra|det blir bra|perfekt",
  },
  da: {
    yes:
      "ja|jep|jo|korrekt|det er korrekt|rigtigt|det er rigtigt|præcis|netop|det passer|selvfølgelig|gerne|gør det|" +
      "det stemmer|okay|helt sikkert",
    beside: "tak|mange tak|fint|godt|perfekt|det er fint|meget gerne",
  },
  tr: {
    yes: "evet|tamam|doğru|evet doğru|aynen|aynen öyle|tabii|tabii ki|elbette|kesinlikle|onaylıyorum|olur",
    beside: "lütfen|teşekkürler|teşekkür ederim|güzel|harika|tamamdır",
  },
  // Written without spaces.
  ja: {
    yes:
      "はい|ええ|うん|そうです|その通りです|そのとおりです|合っています|合ってます|正しいです|間違いありません|" +
      "それでお願いします|よろしいです|オーケーです",
    beside:
      "お願いします|お願いいたします|よろしくお願いします|ありがとうございます|ありがとう|それで|大丈夫です",
  },
};

const FILLERS =
  "um|umm|uh|uhm|er|erm|ah|oh|hm|hmm|mm|mhm|mm hm|uh huh|well|äh|ähm|öh|euh|eh|ehm|bah|ben|este|hum|öhm|ee|yyy|ıı|şey|" +
  "えっと|ええと|あの|うーん|あー";

/** In Danish and Swedish “tak” and “tack” are thanks, so the Polish yes counts in Polish alone. */
const ONLY_IN: { phrase: string; language: LanguageId }[] = [{ phrase: "tak", language: "pl" }];

/** The language is the assistant's. A visitor may speak any other, except where a word means something else there. */
export function readReply(words: string, language: LanguageId | null): Reply {
  const given = words.replace(TYPED_MARK, "").trim();
  const rest = plain(given);
  if (rest === "") return /[?？¿]/.test(given) ? "no" : "filler";
  if (given.length > MAX_LENGTH) return "no";
  const fillers = split(FILLERS);
  if (consists(rest, { yes: [], beside: fillers }).isWhole) return "filler";
  if (/[?？¿]/.test(given)) return "no";
  const { isWhole, hasYes } = consists(rest, {
    yes: phrases("yes", language),
    beside: [...phrases("beside", language), ...fillers],
  });
  return isWhole && hasYes ? "yes" : "no";
}

function phrases(part: "yes" | "beside", language: LanguageId | null): string[] {
  const excluded = ONLY_IN.filter((one) => part === "yes" && one.language !== language);
  return Object.values(PHRASES)
    .flatMap((of) => split(of[part]))
    .filter((phrase) => !excluded.some((one) => one.phrase === phrase));
}

function split(list: string): string[] {
  return list.split("|").map(plain);
}

/** Letters alone, one space between words, in one spelling. */
function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("’", "'")
    .replaceAll(/[^\p{L}\p{M}\p{N}'ー]+/gu, " ")
    .trim();
}

/** Takes the text apart into phrases, the longest first. Japanese has no spaces between them. */
function consists(
  text: string,
  { yes, beside }: { yes: string[]; beside: string[] },
): { isWhole: boolean; hasYes: boolean } {
  const all = [...yes, ...beside].toSorted((one, other) => other.length - one.length);
  let rest = text;
  let hasYes = false;
  while (rest !== "") {
    const phrase = all.find((one) => begins(rest, one));
    if (phrase === undefined) return { isWhole: false, hasYes };
    hasYes ||= yes.includes(phrase);
    rest = rest.slice(phrase.length).trimStart();
  }
  return { isWhole: true, hasYes };
}

function begins(text: string, phrase: string): boolean {
  if (!text.startsWith(phrase)) return false;
  const next = text.charAt(phrase.length);
  return next === "" || next === " " || isKana(phrase);
}

function isKana(phrase: string): boolean {
  return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(phrase);
}
