/** The snippet's round frame of 90 pixels has room for everything that the button says there, in every language. */
import type { Locator } from "@playwright/test";
import { LANGUAGES } from "../../../convex/shared/languages";
import { NOTICE_WORDINGS } from "../../../convex/shared/privacyNoticeTexts";
import {
  EN_MESSAGES,
  EN_MESSAGES_WITH_PARAMS,
} from "../../../convex/shared/talkButtonLanguages/en";
import { CLOSED_SHORT_TEXT, NOT_SIGNED, wordsIn } from "../../../convex/shared/talkButtonTexts";
import { changeAssistant, createAssistant, publish } from "../../fixtures/owner-client.ts";
import { buttonOf, expect, frameOf, snippet, test } from "../../fixtures/talk-button.ts";

interface Shown {
  language: string;
  words: string;
  /** Of the link to the privacy page, or to the talk page. */
  link: string;
}

const ENGLISH = [
  ...Object.values(EN_MESSAGES),
  EN_MESSAGES_WITH_PARAMS.not_configured({ name: "Ada" }),
  EN_MESSAGES_WITH_PARAMS.test_limit_reached({ usedMinutes: 10 }),
  EN_MESSAGES_WITH_PARAMS.free_trial_limit_reached({ usedMinutes: 10, limitMinutes: 10 }),
  EN_MESSAGES_WITH_PARAMS.trial_minutes_used_up({ usedMinutes: 250, includedMinutes: 250 }),
  EN_MESSAGES_WITH_PARAMS.spending_limit_reached({ limitCents: 1_000 }),
  EN_MESSAGES_WITH_PARAMS.address_unconfirmed({ email: "ada@example.com" }),
  NOT_SIGNED,
].map(([, words]) => words);

const MESSAGES: Shown[] = LANGUAGES.flatMap(({ id }) => {
  const words = wordsIn(id);
  const shown =
    words === null
      ? [...ENGLISH, CLOSED_SHORT_TEXT]
      : [
          ...[...Object.values(words.messages), words.notConfigured("Ada"), words.notSigned].map(
            ([, shortText]) => shortText,
          ),
          words.closedShortText,
        ];
  const link = words?.labels.type ?? "Type instead";
  return [...new Set(shown)].map((text) => ({ language: id, words: text, link }));
});

const NOTICES: Shown[] = LANGUAGES.flatMap(({ id }) => {
  const { words, privacy } = NOTICE_WORDINGS[id];
  return Object.values(words).map((text) => ({ language: id, words: text, link: privacy }));
});

/** Puts each text in the place of the one that is shown, and returns those that do not fit. */
async function misfits(message: Locator, texts: Shown[]): Promise<string[]> {
  return await message.evaluate((disc, shown) => {
    /** Above the letters of a line. */
    const LEADING_PX = 2;
    const words = disc.querySelector(".words");
    const link = document.querySelector(".link");
    const button = document.querySelector(".button");
    if (words === null || button === null) throw new Error("There is no message");
    // It would leave after some seconds.
    (disc as HTMLElement).style.animation = "none";
    const { left, top, width } = disc.getBoundingClientRect();
    const [x, y, radius] = [left + width / 2, top + width / 2, disc.clientWidth / 2];

    const linesOf = (element: Element | null): DOMRect[] => {
      if (element === null) return [];
      const range = document.createRange();
      range.selectNodeContents(element);
      return [...range.getClientRects()].map(
        (line) => new DOMRect(line.x, line.y + LEADING_PX, line.width, line.height - LEADING_PX),
      );
    };
    const isInside = (line: DOMRect) =>
      [line.left, line.right].every((atX) =>
        [line.top, line.bottom].every((atY) => Math.hypot(atX - x, atY - y) <= radius),
      );
    const overlap = (one: DOMRect, other: DOMRect) =>
      one.left < other.right &&
      other.left < one.right &&
      one.top < other.bottom &&
      other.top < one.bottom;

    return shown.flatMap((text) => {
      document.documentElement.lang = text.language;
      disc.setAttribute("lang", text.language);
      words.textContent = text.words;
      if (link !== null) link.textContent = text.link;
      const lines = linesOf(words);
      const around = [disc.querySelector("svg")?.getBoundingClientRect(), ...linesOf(link)];
      const faults = [
        ...(lines.concat(linesOf(link)).some((line) => !isInside(line))
          ? ["outside the circle"]
          : []),
        ...(lines.some((line) => around.some((other) => other && overlap(line, other)))
          ? ["over the sign or the link"]
          : []),
      ];
      const { left: from, right: to, top: above } = button.getBoundingClientRect();
      const covering = document.elementFromPoint((from + to) / 2, above + 1);
      if (covering === null || !disc.contains(covering)) faults.push("beside the button");
      return faults.map((fault) => `${text.language} "${text.words}" ${text.link} ${fault}`);
    });
  }, texts);
}

test("every message fits the small frame in every language", async ({ page, visit }) => {
  await page.route("**/call/web", (route) =>
    route.fulfill({
      status: 429,
      headers: { "Access-Control-Allow-Origin": "*" },
      json: { code: "busy", message: "All lines are busy. Please try again in a moment." },
    }),
  );
  await visit();
  await buttonOf(page, "Start voice chat").click();
  const message = frameOf(page).locator(".message");
  await expect(message.locator(".words")).toHaveText("All lines busy");
  await expect(frameOf(page).getByRole("link", { name: "Type instead" })).toBeVisible();
  expect(await misfits(message, MESSAGES)).toEqual([]);
});

test("every question for consent fits the small frame, with its link, in every language", async ({
  page,
  hostSite,
  stack,
  live,
}) => {
  const assistant = await createAssistant(live);
  const notice = { language: "en", text: "An AI answers.", privacyUrl: "https://bakery.example/" };
  await changeAssistant(live, assistant, { notice: notice as never });
  await publish(live, assistant);
  await page.goto(hostSite.publish({ body: snippet(stack.appUrl, assistant.embedId) }));
  await buttonOf(page, "Start voice chat").click();
  const message = frameOf(page).locator(".message");
  await expect(message).toBeVisible();
  expect(await misfits(message, NOTICES)).toEqual([]);
  // The owner's plan has room for few of them.
  await publish(live, assistant);
});
