/** The engine on its own thread, because it computes for a seventh of the time of the speech. */
import { parentPort, workerData } from "node:worker_threads";
import { must } from "@hark/stand-in-kit/must";
import { openEngine } from "./engine.ts";
import type { Engine, EngineOptions } from "./engine.ts";

export type EngineRequest =
  | { kind: "hear"; samples: Int16Array }
  /** The visitor pauses: computes the words so far. Samples that follow belong to the same turn. */
  | { kind: "pause" }
  /** The turn is over. */
  | { kind: "finish" };

/** The response to `finish`. */
export interface EngineAnswer {
  text: string;
}

const port = must(parentPort, "the thread that started this worker");

function serve(engine: Engine): void {
  let isStarted = false;
  const parts: string[] = [];

  const endUtterance = () => {
    if (isStarted) parts.push(engine.finish());
    isStarted = false;
  };

  port.on("message", (request: EngineRequest) => {
    switch (request.kind) {
      case "hear":
        if (!isStarted) engine.start();
        isStarted = true;
        return engine.hear(request.samples);
      case "pause":
        return endUtterance();
      case "finish": {
        endUtterance();
        const text = parts.filter((part) => part !== "").join(" ");
        parts.length = 0;
        return port.postMessage({ text } satisfies EngineAnswer);
      }
      default:
        request satisfies never;
    }
  });
}

// An error, here or above, ends the thread, and the pool starts another one.
void openEngine(workerData as EngineOptions).then(serve);
