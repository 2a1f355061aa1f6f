import { PAGE } from "./texts";

const CARDS = ["first", "second", "third"];

/** The shape of three cards, so that nothing moves when the real ones arrive. */
export function AssistantsSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{PAGE.loading}</span>
      <div aria-hidden className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {CARDS.map((card) => (
          <div
            key={card}
            className="grid animate-breathe gap-4 rounded-card border border-line bg-surface p-6 shadow-soft"
          >
            <div className="flex items-center gap-3">
              <span className="size-10 rounded-full bg-line" />
              <span className="h-4 w-32 rounded-control bg-line" />
            </div>
            <div className="grid h-15 content-around">
              <span className="h-3 rounded-control bg-line" />
              <span className="h-3 rounded-control bg-line" />
              <span className="h-3 w-2/3 rounded-control bg-line" />
            </div>
            <div className="-mb-2 flex h-10 items-center">
              <span className="h-3 w-16 rounded-control bg-line" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
