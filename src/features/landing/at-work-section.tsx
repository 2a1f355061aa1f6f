import { ListenCard } from "./listen-card";
import { SectionHeading } from "./section-heading";

const SCREENS = [
  {
    name: "inbox",
    caption: "What visitors left.",
    alt: "The inbox",
  },
  {
    name: "analytics",
    caption: "How many called.",
    alt: "The analytics",
  },
];
/** Of the files, which `npm run pictures` makes. */
const SIZE = { width: 1280, height: 800 };

/** What it sounds like, and what owners see of it. */
export function AtWorkSection() {
  return (
    <section
      aria-labelledby="at-work-title"
      className="mx-auto grid max-w-page gap-12 px-4 py-16 lg:py-24"
    >
      <div className="grid gap-12 lg:grid-cols-2">
        <SectionHeading
          id="at-work"
          title="Hear it at work"
          intro="A made-up bakery, with the voices that come with Hark."
        />
        <ListenCard />
      </div>
      <ul className="grid gap-12 lg:grid-cols-2">
        {SCREENS.map((screen) => (
          <li key={screen.name}>
            <figure className="grid gap-2">
              <Screen {...screen} />
              <figcaption className="text-muted">{screen.caption}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The one that is not shown is not loaded either. */
function Screen({ name, alt }: { name: string; alt: string }) {
  return (["light", "dark"] as const).map((theme) => (
    <img
      key={theme}
      {...SIZE}
      src={`/pictures/${name}-${theme}.webp`}
      alt={alt}
      loading="lazy"
      className={`only-${theme} rounded-card border border-line`}
    />
  ));
}
