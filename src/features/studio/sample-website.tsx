const TILES = [
  { title: "Sourdough", text: "Long fermented, baked at five, gone by noon." },
  { title: "Pastries", text: "Butter, flour, patience. New ones every Friday." },
  { title: "Coffee", text: "From the roastery next door, ground to order." },
];

/** A shop that does not exist, to see the button where it will stand. Nothing in it is for use. */
export function SampleWebsite() {
  return (
    <div aria-hidden inert className="min-h-dvh bg-surface text-ink">
      <div className="mx-auto flex h-16 max-w-page items-center justify-between px-4">
        <span className="text-lead font-semibold">Harbour Bakery</span>
        <span className="hidden gap-6 text-muted sm:flex">
          <span>Menu</span>
          <span>Visit</span>
          <span>Contact</span>
        </span>
      </div>
      <div className="bg-canvas">
        <div className="mx-auto grid max-w-page gap-4 px-4 py-20">
          <p className="text-section font-semibold">Bread worth getting up for</p>
          <p className="max-w-card text-lead text-muted">
            A small bakery by the water, open every day from seven to six.
          </p>
          <span className="h-10 w-32 rounded-full bg-line" />
        </div>
      </div>
      <div className="mx-auto grid max-w-page gap-4 px-4 py-12 sm:grid-cols-3">
        {TILES.map(({ title, text }) => (
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
