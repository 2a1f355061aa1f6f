import { DemoButton } from "./demo-button";
import { HERO_PICTURE } from "./texts";

/** A drawing of the product. Hidden from screen readers, because it repeats the text next to it. */
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
      <div className="relative grid gap-3 p-6 pb-28">
        <p className="text-title font-semibold">{HERO_PICTURE.business}</p>
        <span className="h-2 w-3/4 rounded-full bg-line" />
        <span className="h-2 w-1/2 rounded-full bg-line" />
        <div className="mt-6 grid gap-2">
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
        <div className="absolute right-6 bottom-6">
          <DemoButton />
        </div>
      </div>
    </div>
  );
}
