/** Asks our server during a call whether the assistant has requested a field. */
import type { RequestedField } from "../../../convex/shared/requestedFields";

interface FieldWatchParts {
  /** Undefined if there is no answer. */
  find: (closed?: string) => Promise<RequestedField | null | undefined>;
  show: (field: RequestedField | null) => void;
}

export interface FieldWatch {
  /** Called when the assistant has said something. */
  look: () => void;
  /** Called when the visitor has answered or dismissed a field. It is not shown again. */
  close: (id: string) => void;
  /** Called when the call is over. */
  stop: () => void;
}

/** Sends one request at a time. If anything is said during a request, one more follows. */
export function watchField({ find, show }: FieldWatchParts): FieldWatch {
  const closed = new Set<string>();
  let isLooking = false;
  let mustLookAgain = false;
  let isOver = false;

  async function look(): Promise<void> {
    mustLookAgain = isLooking;
    if (isLooking) return;
    isLooking = true;
    showUnlessClosed(await find());
    isLooking = false;
    if (mustLookAgain && !isOver) await look();
  }

  function showUnlessClosed(field: RequestedField | null | undefined): void {
    if (isOver || field === undefined) return;
    show(field === null || closed.has(field.id) ? null : field);
  }

  return {
    look: () => void look(),
    close(id) {
      closed.add(id);
      show(null);
      void find(id).then(showUnlessClosed);
    },
    stop() {
      isOver = true;
      show(null);
    },
  };
}
