import { HERO_PICTURE } from "./texts";

const BARS = [0, 1, 2, 3, 4, 5, 6];

/** A call on somebody's website. Hidden from screen readers, because it repeats the text next to it. */
export function HeroPicture() {
  return (
    <div
      aria-hidden
      className="overflow-hidden rounded-card border border-line bg-surface shadow-soft"
    >
      <div className="flex items-center gap-1.5 border-b border-line px-4 py-3">
        <span className="size-2.5 rounded-full bg-line" />
        <span className="size-2.5 rounded-full bg-line" />
        <span className="size-2.5 rounded-full bg-line" />
        <span className="ml-3 text-small text-faint">{HERO_PICTURE.address}</span>
      </div>
      <div className="grid gap-6 p-6">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p className="text-title font-semibold">{HERO_PICTURE.business}</p>
          <p className="text-muted">{HERO_PICTURE.hours}</p>
        </div>
        <div className="grid gap-2">
          <p className="w-fit max-w-[85%] rounded-card bg-canvas px-4 py-2">
            {HERO_PICTURE.visitor}
          </p>
          <p className="ml-auto w-fit max-w-[85%] rounded-card bg-accent-soft px-4 py-2 text-accent-ink">
            {HERO_PICTURE.assistant}
          </p>
          <p className="w-fit max-w-[85%] rounded-card bg-canvas px-4 py-2">
            {HERO_PICTURE.visitorAgain}
          </p>
        </div>
        <div className="flex items-center justify-between gap-4 border-t border-line pt-5 text-small text-muted">
          <span className="flex h-4 items-center gap-1">
            {BARS.map((bar) => (
              <span
                key={bar}
                className="voice-bar h-full w-0.5 animate-wave rounded-full bg-accent-ink"
              />
            ))}
            <span className="ml-2">{HERO_PICTURE.inCall}</span>
          </span>
          <span className="tabular-nums">{HERO_PICTURE.time}</span>
        </div>
      </div>
    </div>
  );
}
