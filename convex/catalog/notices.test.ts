import { expect, test } from "vitest";
import { CALLS_KEPT_DAYS } from "./limits";
import {
  languageOf,
  MAX_NOTICE_LENGTH,
  NOTICE_LANGUAGES,
  readyNotice,
  wordsAround,
} from "./notices";

const TREATMENTS = [true, false].flatMap((recordsCalls) =>
  [null, ...CALLS_KEPT_DAYS].map((callsKeptDays) => ({ recordsCalls, callsKeptDays })),
);

test.each(NOTICE_LANGUAGES)(
  "what is ready in $name has room, and differs by what is done",
  ({ id }) => {
    const texts = TREATMENTS.map((treatment) => readyNotice(id, treatment));
    expect(new Set(texts).size).toBe(TREATMENTS.length);
    for (const text of texts) expect(text.length).toBeLessThanOrEqual(MAX_NOTICE_LENGTH);
    for (const treatment of TREATMENTS) {
      const { words } = wordsAround(id, treatment);
      expect(words.split(" ").length).toBeLessThanOrEqual(4);
      expect(words.length).toBeLessThanOrEqual(24);
    }
  },
);

test("the text says what is done with the calls", () => {
  expect(readyNotice("en", { recordsCalls: true, callsKeptDays: 90 })).toBe(
    "You will talk with an AI, not with a person. The call is recorded and transcribed, and kept for 90 days. " +
      "The owner of this website receives it; services that carry the call process it for them.",
  );
});

test.each([
  ["", "en"],
  ["You answer the phone of a bakery. Be brief and friendly.", "en"],
  ["Du beantwortest Fragen zur Bäckerei. Sei freundlich und nenne die Öffnungszeiten.", "de"],
  ["Vous répondez au téléphone pour une boulangerie et prenez les commandes des clients.", "fr"],
  ["Eres la recepcionista del hotel y respondes a las preguntas de los clientes.", "es"],
  ["Sei l’assistente della panetteria, rispondi alle domande che fanno i clienti.", "it"],
  ["Você atende o telefone da padaria e anota os pedidos. Não fale de preços.", "pt"],
  ["Je bent de receptionist van het hotel en beantwoordt vragen met een glimlach.", "nl"],
  ["Jesteś recepcjonistą w hotelu i odpowiadasz na pytania. Nie podawaj cen.", "pl"],
])("the language of “%s” is %s", (text, language) => {
  expect(languageOf(text)).toBe(language);
});
