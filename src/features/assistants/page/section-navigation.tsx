import { ChevronDown, Dot } from "lucide-react";
import { Link, useNavigate } from "react-router-dom";
import { Button } from "../../../components/button";
import { Menu } from "../../../components/menu";
import { ASSISTANT_SECTIONS, assistantPathFor, type AssistantSection } from "../../../lib/routes";
import { mayLeave } from "../../../lib/unsaved-changes";
import { PAGE, SECTION_TITLES } from "./texts";

type SectionNavigationProps = { assistantId: string; current: AssistantSection };

/** A list beside the section where there is room, and a menu above it on phones. */
export function SectionNavigation({ assistantId, current }: SectionNavigationProps) {
  const navigate = useNavigate();
  const title = SECTION_TITLES[current];
  return (
    <nav aria-label={PAGE.sections} className="min-w-0 lg:sticky lg:top-20">
      <ul className="grid gap-0.5 max-lg:hidden">
        {ASSISTANT_SECTIONS.map((section) => (
          <li key={section}>
            <Link
              to={assistantPathFor(assistantId, section)}
              aria-current={section === current ? "page" : undefined}
              className="flex min-h-9 items-center rounded-control px-3 py-1.5 font-medium text-muted transition-colors hover:bg-line/60 hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink"
            >
              {SECTION_TITLES[section]}
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
          entries={ASSISTANT_SECTIONS.map((section) => ({
            kind: "item",
            Icon: Dot,
            label: SECTION_TITLES[section],
            disabled: section === current,
            onSelect: () => {
              if (mayLeave()) void navigate(assistantPathFor(assistantId, section));
            },
          }))}
        />
      </div>
    </nav>
  );
}
