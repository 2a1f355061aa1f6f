import { Link } from "react-router-dom";
import { ROUTES } from "../../lib/routes";
import { buttonClass } from "../../components/button-class";
import { Logo } from "../../components/logo";
import { HEADER } from "./texts";

const SECTIONS = [
  { href: "#features", label: HEADER.features },
  { href: "#how-it-works", label: HEADER.howItWorks },
  { href: "#pricing", label: HEADER.pricing },
];

export function SiteHeader() {
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-canvas/90 backdrop-blur-md">
      <div className="mx-auto flex min-h-16 max-w-page flex-wrap items-center gap-x-6 px-4 max-[16rem]:py-2">
        <Link to={ROUTES.landing} className="flex rounded-control">
          <Logo />
        </Link>
        <nav aria-label={HEADER.sectionsLabel} className="ml-auto hidden gap-6 sm:flex">
          {SECTIONS.map(({ href, label }) => (
            <a
              key={href}
              href={href}
              className="inline-flex min-h-6 items-center font-medium text-muted hover:text-ink"
            >
              {label}
            </a>
          ))}
        </nav>
        <Link to={ROUTES.dashboard} className={`${buttonClass("secondary")} ml-auto sm:ml-0`}>
          {HEADER.dashboard}
        </Link>
      </div>
    </header>
  );
}
