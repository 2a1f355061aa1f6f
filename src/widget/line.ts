import { WIDGET_OFFLINE, WIDGET_OFFLINE_WORDS } from "../../convex/shared/messages";
import type { openTalk, TalkSetting } from "./call";
import type { CallState } from "./call-state";
import type { Talk } from "./talk";

/** What the button and the page around it show. */
export interface ShownState extends Pick<CallState, "phase" | "failure" | "notice" | "asks"> {
  /** As much of the failure, or of the notice, as there is room for in the frame. */
  words: string | null;
}

/** A talk without what goes on behind it. */
export interface Line extends Pick<Talk, "press" | "stop"> {
  state: () => ShownState;
}

export interface LineParts extends TalkSetting {
  loadCall: () => Promise<{ openTalk: typeof openTalk }>;
  /** Has the page begin anew; false when that would not help. */
  renew: () => Promise<boolean>;
}

export const IDLE: ShownState = {
  phase: "idle",
  failure: null,
  notice: null,
  asks: null,
  words: null,
};

const OFFLINE = { text: WIDGET_OFFLINE, words: WIDGET_OFFLINE_WORDS };

/** The button's side of a talk: what a call needs comes with the first press, which waits for it here. */
export function openLine({ loadCall, renew, onState, ...setting }: LineParts): Line {
  let talk: Talk | null = null;
  let state = IDLE;
  let presses = 0;

  function show(next: ShownState): void {
    const names = Object.keys(next) as (keyof ShownState)[];
    if (names.every((name) => next[name] === state[name])) return;
    state = next;
    onState(next);
  }

  async function begin(): Promise<void> {
    presses += 1;
    const press = presses;
    const isWaiting = () => state.phase === "connecting" && press === presses;
    show({ ...IDLE, phase: "connecting" });
    try {
      const { openTalk: open } = await loadCall();
      if (!isWaiting()) return;
      talk = open({ ...setting, onState: show });
      talk.press();
    } catch {
      if (isWaiting() && !(await renew()) && isWaiting()) {
        const { text, words } = setting.assistant.words?.said.offline ?? OFFLINE;
        show({ ...IDLE, failure: text, words });
      }
    }
  }

  return {
    press() {
      if (talk !== null) talk.press();
      else if (state.phase === "idle") void begin();
      else show(IDLE);
    },
    stop() {
      if (talk !== null) talk.stop();
      else if (state.phase !== "idle") show(IDLE);
    },
    state: () => state,
  };
}
