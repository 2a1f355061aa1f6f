/** A visitor's conversation in this browser. What is typed and what is said changes it, and it is kept for a day. */
import { openStoredTalk, type StoredTalk } from "./stored-talk";
import { afterTalkEvent, type TalkEvent, type TalkState } from "./talk-state";

export interface ThreadStore {
  state: () => TalkState;
  apply: (event: TalkEvent) => void;
  /** Returns a function that stops listening. */
  listen: (onChange: () => void) => () => void;
}

export function openThreadStore(embedId: string, isTesting: boolean): ThreadStore {
  return threadStore(openStoredTalk(embedId, isTesting));
}

export function threadStore(stored: StoredTalk): ThreadStore {
  const listeners = new Set<() => void>();
  let state = stored.read();
  return {
    state: () => state,
    apply(event) {
      state = afterTalkEvent(state, event);
      if (!isPiece(event)) stored.save(state);
      for (const listener of listeners) listener();
    },
    listen(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

/** What is written or said in pieces is saved as a whole. */
function isPiece(event: TalkEvent): boolean {
  return event.kind === "delta" || (event.kind === "heard" && !event.part.isFinal);
}
