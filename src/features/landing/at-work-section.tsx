import { ListenCard } from "./listen-card";
import { SectionHeading } from "./section-heading";
import { AT_WORK } from "./texts";

const SCREENS = [
  { name: "inbox", caption: AT_WORK.inbox, alt: AT_WORK.inboxAlt },
  { name: "analytics", caption: AT_WORK.analytics, alt: AT_WORK.analyticsAlt },
];
/** A column of this page. `npm run pictures` takes the screens as a phone of that width shows them, so letters keep their size. */
const SIZE = { width: 343, height: 400 };

export function AtWorkSection() {
  return (
    <section
      aria-labelledby="at-work-title"
      className="mx-auto grid max-w-page gap-12 px-4 py-16 lg:py-24"
    >
      <SectionHeading id="at-work" title={AT_WORK.title} intro={AT_WORK.intro} />
      <div className="grid items-start gap-8 md:grid-cols-2 lg:grid-cols-3">
        <ListenCard />
        {SCREENS.map((screen) => (
          <figure key={screen.name} className="grid gap-3">
            <Screen {...screen} />
            <figcaption className="text-muted">{screen.caption}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

/** Lazy loading keeps the browser from loading the picture of the other theme. */
function Screen({ name, alt }: { name: string; alt: string }) {
  return (["light", "dark"] as const).map((theme) => (
    <img
      key={theme}
      {...SIZE}
      src={`/pictures/${name}-${theme}.webp`}
      alt={alt}
      loading="lazy"
      className={`only-${theme} rounded-card border border-line mask-b-from-80%`}
    />
  ));
}
