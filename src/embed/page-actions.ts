/**
 * What a page's own code lets an assistant do (`Hark.actions`). Loaded by the embed script when a page offers something. The
 * reference is docs/embedding.md.
 */
import { PAGE_ACTION_LIMITS, type PageAction, type PageUse } from "../../convex/shared/pageActions";
import type { FromHost, GivenActions, PageState } from "../lib/widget-protocol";
import { builtInAction } from "./built-in-actions";
import { askVisitor } from "./page-card";
import { ownAction } from "./own-action";

export interface OfferedAction extends PageAction {
  /** The visitor has to say yes to it. */
  asks?: string;
  /** What it returns is told to the assistant. What it throws is too, as the reason why it did not work. */
  run: (values: PageUse["values"], page: PageState) => unknown;
}

type Acted = Extract<FromHost, { hark: "acted" }>;

export interface PageActions {
  /** For the assistant. */
  described: PageAction[];
  perform: (use: PageUse, isInCall: boolean) => Promise<Acted>;
  /** Called when the assistant has answered. */
  answered: () => void;
}

/** Throws an error that names the mistake. */
export function openPageActions(given: GivenActions): PageActions {
  const actions = Object.entries(given).flatMap(([name, value]) =>
    value === null ? [] : [builtInAction(name, value) ?? ownAction(name, value)],
  );
  const described = actions.map(({ run: _run, asks: _asks, ...action }) => action);
  const { actions: most, together } = PAGE_ACTION_LIMITS;
  if (described.length > most || JSON.stringify(described).length > together) {
    throw new RangeError("Hark.actions: at most 12 actions, with 6,000 characters together.");
  }
  const waiting: (() => void)[] = [];

  async function perform({ id, name, values }: PageUse, isInCall: boolean): Promise<Acted> {
    const action = actions.find((one) => one.name === name);
    let isOnPage = false;
    const acted = (isDone: boolean, text: string): Acted => ({
      ...{ hark: "acted", id, isDone, text, isOnPage },
    });
    if (action === undefined) return acted(false, "This page has no such action.");
    try {
      if (action.asks !== undefined && !(await askVisitor(action.asks, values))) {
        return acted(false, "The visitor said no.");
      }
      const returned = await action.run(values, {
        isInCall,
        afterAnswer: (act) => void waiting.push(act),
        showPage: () => {
          isOnPage = true;
        },
      });
      return acted(true, textOf(returned));
    } catch (error) {
      console.error(`Hark: the action ${name} failed.`, error);
      return acted(false, error instanceof Error ? error.message : String(error));
    }
  }

  return {
    described,
    perform,
    answered: () => {
      for (const act of waiting.splice(0)) act();
    },
  };
}

function textOf(returned: unknown): string {
  if (returned === undefined || returned === null) return "";
  return typeof returned === "string" ? returned : JSON.stringify(returned);
}
