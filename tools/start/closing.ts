export type Closer = () => void | Promise<void>;

export interface Closing {
  /** Registers how to close what was just opened. Closes it at once if closing has begun. */
  add(closer: Closer): void;
  isClosing(): boolean;
  /** Throws once closing has begun, which aborts a start. */
  check(): void;
  /** Closes everything, in reverse order of opening. Runs once, however often it is called. */
  close(): Promise<void>;
}

export class StartAborted extends Error {
  override readonly name = "StartAborted";
}

/** Collects what has been opened, so that it can be closed at any moment, even halfway through a start. */
export function createClosing(onError: (error: unknown) => void): Closing {
  const closers: Closer[] = [];
  let closed: Promise<void> | undefined;

  const run = async (closer: Closer) => {
    try {
      await closer();
    } catch (error) {
      onError(error);
    }
  };

  return {
    add(closer) {
      if (closed === undefined) closers.push(closer);
      else void run(closer);
    },
    isClosing: () => closed !== undefined,
    check() {
      if (closed !== undefined) throw new StartAborted("Closing");
    },
    close() {
      closed ??= (async () => {
        for (let closer = closers.pop(); closer !== undefined; closer = closers.pop()) {
          await run(closer);
        }
      })();
      return closed;
    },
  };
}
