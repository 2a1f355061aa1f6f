import { TalkButton } from "./talk-button";

/** A drawing of the product at work; it says nothing that the text beside it does not. */
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
        <span className="ml-3 text-small text-faint">rye-and-salt.example</span>
      </div>
      <div className="relative grid gap-3 p-6 pb-28">
        <p className="text-title font-semibold">Rye &amp; Salt Bakery</p>
        <span className="h-2 w-3/4 rounded-full bg-line" />
        <span className="h-2 w-1/2 rounded-full bg-line" />
        <div className="mt-6 grid gap-2">
          <p className="w-fit max-w-[85%] rounded-card bg-canvas px-4 py-2">
            Are you open on Saturday? I would love a lemon tart.
          </p>
          <p className="ml-auto w-fit max-w-[85%] rounded-card bg-accent-soft px-4 py-2 text-accent-ink">
            We open at eight, and two tarts are left. Shall I keep one for you?
          </p>
          <p className="w-fit max-w-[85%] rounded-card bg-canvas px-4 py-2">
            Yes, please. I will come by at ten.
          </p>
        </div>
        <div className="absolute right-6 bottom-6">
          <TalkButton />
        </div>
      </div>
    </div>
  );
}
