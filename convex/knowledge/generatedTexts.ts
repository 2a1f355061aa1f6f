import { byteLength } from "../lib/bytes";
import type { GeneratedText } from "./sentTexts";

type Answer = { question: string; answer: string };

/** Each question is on one line with its answer, so that a search finds both. */
export function answersText(answers: Answer[]): GeneratedText {
  const lines = answers.map(({ question, answer }) => `**${asked(question)}** ${answer}`);
  return { part: ANSWERS_PART, content: `${lines.join("\n\n")}\n` };
}

/** Without a mark at its end, a question would run into its answer. */
function asked(question: string): string {
  return /[.?!…]$/.test(question) ? question : `${question}?`;
}

const ANSWERS_PART = "answers";

type Page = { url: string; title: string | null; text: string };

/** The platform advises files below 300 KB. */
const MAX_PART_BYTES = 250_000;

/** The texts of pages, in as many files as they need. Each page begins with its title and address. */
export function pagesTexts(pages: Page[]): GeneratedText[] {
  const contents: string[] = [];
  let bytesOfLast = 0;
  for (const { url, title, text } of pages) {
    const page = `# ${title ?? url}\n\n${url}\n\n${text}\n`;
    const last = contents.at(-1);
    const bytes = byteLength(page);
    if (last === undefined || bytesOfLast + bytes > MAX_PART_BYTES) {
      contents.push(page);
      bytesOfLast = bytes;
    } else {
      contents[contents.length - 1] = `${last}\n${page}`;
      bytesOfLast += bytes + 1;
    }
  }
  return contents.map((content, index) => ({ part: `website-${index + 1}`, content }));
}
