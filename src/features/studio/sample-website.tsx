import { SAMPLE_WEBSITE } from "./texts";

const { business, menu, title: headline, text: intro, tiles } = SAMPLE_WEBSITE;

/** A made-up website behind the card, to see the button in its place. Nothing on it works. */
export function SampleWebsite() {
  return (
    <div aria-hidden inert className="min-h-dvh bg-surface text-ink">
      <div className="mx-auto flex h-16 max-w-page items-center justify-between px-4">
        <span className="text-lead font-semibold">{business}</span>
        <span className="hidden gap-6 text-muted sm:flex">
          {menu.map((entry) => (
            <span key={entry}>{entry}</span>
          ))}
        </span>
      </div>
      <div className="bg-canvas">
        <div className="mx-auto grid max-w-page gap-4 px-4 py-20">
          <p className="text-section font-semibold">{headline}</p>
          <p className="max-w-card text-lead text-muted">{intro}</p>
          <span className="h-10 w-32 rounded-full bg-line" />
        </div>
      </div>
      <div className="mx-auto grid max-w-page gap-4 px-4 py-12 sm:grid-cols-3">
        {tiles.map(({ title, text }) => (
          <div key={title} className="grid gap-2">
            <span className="h-32 rounded-card bg-line" />
            <span className="text-lead font-medium">{title}</span>
            <span className="text-muted">{text}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
