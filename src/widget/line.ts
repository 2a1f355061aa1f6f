import { WIDGET_OFFLINE } from "../../convex/catalog/messages";
import type { openTalk, TalkSetting } from "./call";
import type { CallState } from "./call-state";
import type { Talk } from "./talk";

export interface LineParts extends TalkSetting {
  loadCall: () => Promise<{ openTalk: typeof openTalk }>;
}

const IDLE: CallState = { phase: "idle", attempt: 0, failure: null, notice: null };

/** The button's side of a talk: what a call needs comes with the first press, which waits for it here. */
export function openLine({ loadCall, ...setting }: LineParts): Talk {
  let talk: Talk | null = null;
  let waiting: CallState = IDLE;

  function show(change: Partial<CallState>): void {
    waiting = { ...waiting, failure: null, ...change };
    setting.onState(waiting);
  }

  async function begin(): Promise<void> {
    const attempt = waiting.attempt + 1;
    show({ phase: "connecting", attempt });
    const isCurrent = () => waiting.phase === "connecting" && waiting.attempt === attempt;
    try {
      const { openTalk: open } = await loadCall();
      if (!isCurrent()) return;
      talk = open(setting);
      talk.press();
    } catch {
      if (isCurrent()) show({ phase: "idle", failure: WIDGET_OFFLINE });
    }
  }

  return {
    press() {
      if (talk !== null) talk.press();
      else if (waiting.phase === "idle") void begin();
      else show({ phase: "idle" });
    },
    stop() {
      if (talk !== null) talk.stop();
      else if (waiting.phase !== "idle") show({ phase: "idle" });
    },
    state: () => talk?.state() ?? waiting,
  };
}
