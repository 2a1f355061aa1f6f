/**
 * Actions that a page need not write itself. Each works only on what the page lists, which the assistant knows by its
 * description, so that nobody can talk it into another address or another part of the page.
 */
import { PAGE_ACTION_LIMITS } from "../../convex/shared/pageActions";
import { fillForm } from "./fill-form";
import type { OfferedAction } from "./page-actions";
import { showCard } from "./page-card";
import { mark, scrollTo } from "./page-part";

/** Null for a name that is the page's own. */
export function builtInAction(name: string, given: unknown): OfferedAction | null {
  if (name === "fillForm") return fillForm(given);
  const made = CHOICES[name];
  return made === undefined ? null : choice(name, made, given);
}

interface Choice {
  description: string;
  /** Checks what the page lists. Throws if it cannot be used. */
  check: (target: string) => void;
  act: (target: string, says: string, page: Parameters<OfferedAction["run"]>[1]) => string;
}

const CHOICES: Partial<Record<string, Choice>> = {
  openPage: {
    description: "Opens another page of this website. Use it when the visitor wants to go there.",
    check(path) {
      if (!isOwnAddress(path)) throw new TypeError(`${path} is not a page of this website.`);
    },
    act(path, says, { isInCall, afterAnswer }) {
      const address = new URL(path, document.baseURI).href;
      if (!isInCall) {
        afterAnswer(() => window.location.assign(address));
        return "The page opens as soon as you have answered.";
      }
      // Another page would end the call.
      showCard(says, () => linkTo(address, says));
      return "A link to it is on the visitor's screen. A press opens it in a new tab, and the call goes on.";
    },
  },
  scrollTo: {
    description: "Scrolls to a part of the page. Use it to show the visitor where something is.",
    check: checkSelector,
    act(selector, _says, { showPage }) {
      scrollTo(partAt(selector));
      showPage();
      return "The visitor sees it.";
    },
  },
  highlight: {
    description:
      "Scrolls to a part of the page and marks it for some seconds. Use it to point something out to the visitor.",
    check: checkSelector,
    act(selector, _says, { showPage }) {
      const part = partAt(selector);
      showPage();
      scrollTo(part);
      mark(part);
      return "The visitor sees it, marked.";
    },
  },
  showPicture: {
    description: "Shows a picture to the visitor. Use it when it helps to see something.",
    check: checkAddress,
    act(address, says) {
      showCard(says, () =>
        Object.assign(document.createElement("img"), { src: address, alt: says }),
      );
      return "The picture is on the visitor's screen.";
    },
  },
  showMap: {
    description: "Shows a map to the visitor. Use it when the visitor asks where something is.",
    check: checkAddress,
    act(address, says) {
      showCard(says, () =>
        Object.assign(document.createElement("iframe"), { src: address, title: says }),
      );
      return "The map is on the visitor's screen.";
    },
  },
};

/** The assistant chooses by description. */
function choice(name: string, { description, check, act }: Choice, given: unknown): OfferedAction {
  const listed = Object.entries((given ?? {}) as Record<string, unknown>);
  const { options, option } = PAGE_ACTION_LIMITS;
  if (listed.length === 0 || listed.length > options) {
    throw new TypeError(`Hark.actions: ${name} needs a list of 1 to 30 entries.`);
  }
  const targets = new Map<string, string>();
  for (const [target, says] of listed) {
    if (typeof says !== "string" || says.trim() === "" || says.length > option) {
      throw new TypeError(
        `Hark.actions: ${name} needs words for ${target}, at most 80 characters.`,
      );
    }
    try {
      check(target);
    } catch (error) {
      throw new TypeError(`Hark.actions: ${name}: ${(error as Error).message}`, { cause: error });
    }
    targets.set(says.replaceAll(/[\p{C}\p{Z}]+/gu, " ").trim(), target);
  }
  const which = {
    name: "which",
    type: "string" as const,
    description: "Which one.",
    isRequired: true,
  };
  return {
    ...{ name, description },
    parameters: [{ ...which, options: [...targets.keys()] }],
    run({ which: says }, page) {
      const target = targets.get(String(says));
      if (target === undefined)
        throw new Error(`There is only: ${[...targets.keys()].join(", ")}.`);
      return act(target, String(says), page);
    },
  };
}

function isOwnAddress(path: string): boolean {
  return URL.canParse(path, document.baseURI) && originOf(path) === window.location.origin;
}

function originOf(address: string): string {
  return new URL(address, document.baseURI).origin;
}

function checkAddress(address: string): void {
  const isSafe =
    isOwnAddress(address) || (URL.canParse(address) && new URL(address).protocol === "https:");
  if (!isSafe) throw new TypeError(`${address} is neither https nor an address of this website.`);
}

function checkSelector(selector: string): void {
  try {
    document.querySelector(selector);
  } catch (error) {
    throw new TypeError(`${selector} is not a CSS selector.`, { cause: error });
  }
}

function partAt(selector: string): Element {
  const part = document.querySelector(selector);
  if (part === null) throw new Error("It is not on this page.");
  return part;
}

function linkTo(href: string, textContent: string): HTMLElement {
  const link = document.createElement("a");
  return Object.assign(link, { href, textContent, target: "_blank", rel: "noopener" });
}
