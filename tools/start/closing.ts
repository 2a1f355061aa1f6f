export type Closer = () => void | Promise<void>;

export interface Closing {
  /** Remembers how to close what was just opened; closes it at once if everything is closing. */
  add(closer: Closer): void;
  isClosing(): boolean;
  /** Throws once closing has begun, so that a start-up goes no further. */
  check(): void;
  /** Closes everything, the last opened first. However often it is called, it runs once. */
  close(): Promise<void>;
}

export class StartAborted extends Error {
  override readonly name = "StartAborted";
}

/** What has been opened so far, so that it can be closed at any moment, even half-way through. */
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
