import { ChevronDown, Dot } from "lucide-react";
import { Link, useNavigate } from "react-router-dom";
import { Button } from "../../../components/button";
import { Menu } from "../../../components/menu";
import { must } from "../../../lib/must";
import { assistantPathFor } from "../../../lib/routes";
import { mayLeave } from "../../../lib/unsaved-changes";
import { partOf, SECTIONS, type SectionId } from "./sections";
import { PAGE } from "./texts";

type SectionNavigationProps = { assistantId: string; current: SectionId };

/** A list beside the section where there is room, and a menu above it on phones. */
export function SectionNavigation({ assistantId, current }: SectionNavigationProps) {
  const navigate = useNavigate();
  const pathOf = (section: SectionId) => assistantPathFor(assistantId, partOf(section));
  const { title } = must(
    SECTIONS.find(({ id }) => id === current),
    `the section ${current}`,
  );
  return (
    <nav aria-label={PAGE.sections} className="min-w-0 lg:sticky lg:top-20">
      <ul className="grid gap-0.5 max-lg:hidden">
        {SECTIONS.map((section) => (
          <li key={section.id}>
            <Link
              to={pathOf(section.id)}
              aria-current={section.id === current ? "page" : undefined}
              className="flex min-h-9 items-center rounded-control px-3 py-1.5 font-medium text-muted transition-colors hover:bg-line/60 hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink"
            >
              {section.title}
            </Link>
          </li>
        ))}
      </ul>
      <div className="lg:hidden">
        <Menu
          trigger={
            <Button aria-label={PAGE.section(title)}>
              {title}
              <ChevronDown size={16} strokeWidth={1.75} aria-hidden />
            </Button>
          }
          entries={SECTIONS.map((section) => ({
            kind: "item",
            Icon: Dot,
            label: section.title,
            disabled: section.id === current,
            onSelect: () => {
              if (mayLeave()) void navigate(pathOf(section.id));
            },
          }))}
        />
      </div>
    </nav>
  );
}
