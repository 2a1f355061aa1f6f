import { ListenCard } from "./listen-card";
import { SectionHeading } from "./section-heading";
import { AT_WORK } from "./texts";

const SCREENS = [
  { name: "inbox", caption: AT_WORK.inbox, alt: AT_WORK.inboxAlt },
  { name: "analytics", caption: AT_WORK.analytics, alt: AT_WORK.analyticsAlt },
];
/** The size of the files that `npm run pictures` creates. */
const SIZE = { width: 1280, height: 800 };

export function AtWorkSection() {
  return (
    <section
      aria-labelledby="at-work-title"
      className="mx-auto grid max-w-page gap-12 px-4 py-16 lg:py-24"
    >
      <div className="grid gap-12 lg:grid-cols-2">
        <SectionHeading id="at-work" title={AT_WORK.title} intro={AT_WORK.intro} />
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

/** Lazy loading keeps the browser from loading the picture of the other theme. */
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
