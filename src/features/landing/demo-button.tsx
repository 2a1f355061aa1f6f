import { LoaderCircle, Mic } from "lucide-react";

import { HERO_PICTURE } from "./texts";

const BARS = [0, 1, 2, 3, 4];
const FACE =
  "absolute inset-0 flex items-center justify-center gap-1 rounded-full ring-2 ring-white";

/** The three states of the talk button in turn, with the timing of motion.css. */
export function DemoButton() {
  return (
    <span className="flex items-center gap-6">
      <span className="relative grid justify-items-end text-small font-medium text-muted">
        <span className="demo-idle col-start-1 row-start-1">{HERO_PICTURE.idle}</span>
        <span className="demo-connecting col-start-1 row-start-1">{HERO_PICTURE.connecting}</span>
        <span className="demo-active col-start-1 row-start-1">{HERO_PICTURE.active}</span>
      </span>
      <span className="relative size-16 text-white">
        <span className="demo-idle absolute inset-0">
          <span className="absolute inset-0 animate-ring rounded-full bg-accent opacity-0" />
          <span className={`${FACE} bg-accent`}>
            <Mic size={24} strokeWidth={1.75} />
          </span>
        </span>
        <span className={`demo-connecting bg-call-connecting ${FACE}`}>
          <LoaderCircle size={24} strokeWidth={1.75} className="animate-spin" />
        </span>
        <span className={`demo-active bg-call-active ${FACE}`}>
          {BARS.map((bar) => (
            <span key={bar} className="demo-bar h-6 w-1 animate-wave rounded-full bg-white" />
          ))}
        </span>
      </span>
    </span>
  );
}
