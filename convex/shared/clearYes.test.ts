import { expect, test } from "vitest";
import { LANGUAGES, type LanguageId } from "./languages";
import { readReply } from "./clearYes";

/** What visitors say for yes, no and "yes, but". */
const SAID: Record<LanguageId, { yes: string[]; no: string[] }> = {
  en: {
    yes: [
      "Yes.",
      "yes please",
      "Yeah, that's right.",
      "OK",
      "[typed] yes",
      "Um, yes. Thank you!",
      "Go ahead.",
    ],
    no: [
      "No.",
      "Yes, but at eight.",
      "Yes, change the name.",
      "yes no",
      "Not right.",
      "Yes, seven people",
    ],
  },
  de: {
    yes: ["Ja.", "Ja, genau.", "Stimmt so, danke.", "Äh, ja bitte"],
    no: ["Nein.", "Ja, aber um acht", "Ja nein"],
  },
  fr: {
    yes: ["Oui.", "Oui, c’est ça, merci.", "D'accord"],
    no: ["Non.", "Oui mais à huit heures", "Pas du tout"],
  },
  es: {
    yes: ["Sí.", "Sí, por favor", "Claro que sí"],
    no: ["No.", "Sí, pero a las ocho", "No, gracias"],
  },
  it: {
    yes: ["Sì.", "Sì, va bene, grazie", "Esatto"],
    no: ["No.", "Sì, ma alle otto", "Non va bene"],
  },
  pt: {
    yes: ["Sim.", "Sim, está certo", "Isso mesmo, obrigada"],
    no: ["Não.", "Sim, mas às oito"],
  },
  nl: {
    yes: ["Ja.", "Ja, dat klopt", "Ja graag"],
    no: ["Nee.", "Ja, maar om acht uur", "Klopt niet"],
  },
  pl: {
    yes: ["Tak.", "Tak, zgadza się", "Tak, proszę"],
    no: ["Nie.", "Tak, ale o ósmej", "Nie zgadza się"],
  },
  sv: {
    yes: ["Ja.", "Ja tack", "Det stämmer bra"],
    no: ["Nej.", "Ja, men klockan åtta", "Nej tack", "Tack"],
  },
  da: {
    yes: ["Ja.", "Ja tak", "Det er korrekt"],
    no: ["Nej.", "Ja, men klokken otte", "Nej tak", "Tak"],
  },
  tr: { yes: ["Evet.", "Evet, lütfen", "Tamam"], no: ["Hayır.", "Evet ama saat sekizde"] },
  ja: {
    yes: ["はい。", "はい、お願いします。", "そうです"],
    no: ["いいえ。", "はい、でも八時に", "大丈夫です"],
  },
};

const CASES = LANGUAGES.flatMap(({ id }) => [
  ...SAID[id].yes.map((words) => [id, words, "yes"] as const),
  ...SAID[id].no.map((words) => [id, words, "no"] as const),
]);

// T115: docs/security.md
test.each(CASES)("%s: “%s” is a %s", (language, words, reply) => {
  expect(readReply(words, language)).toBe(reply);
});

// T115: docs/security.md
test.each([
  ...[
    "Yes?",
    "Is that right?",
    "¿Sí",
    "はい？",
    "?",
    "What did you say",
    "seven",
    "yesterday",
    "Yes 8",
  ],
  ...["yes ".repeat(20), `yes${" please".repeat(10)}`, "please", "thank you", "fine", "jaja"],
])("“%s” is no yes", (words) => {
  for (const { id } of LANGUAGES) expect(readReply(words, id)).toBe("no");
});

test.each(["Um.", "hmm", "…", "  ", "Äh, ähm", "えっと、", "[typed] "])(
  "“%s” says nothing",
  (words) => {
    for (const { id } of LANGUAGES) expect(readReply(words, id)).toBe("filler");
  },
);

test("a yes counts in any language, except where the word means something else", () => {
  expect(readReply("Oui", "de")).toBe("yes");
  expect(readReply("Tak", null)).toBe("no");
  expect(readReply("Tak", "pl")).toBe("yes");
});
