import { WIDGET_COLORS, WIDGET_ICONS, WIDGET_SIZES } from "../../../../convex/catalog/looks";
import { WidgetIcon } from "../../../components/widget-icon";
import { must } from "../../../lib/must";
import type { WidgetLook } from "./assistant-values";

/** Sites are light or dark whatever theme this page has, so both grounds are fixed. */
const GROUNDS = ["#ffffff", "#12161d"];

export function WidgetPreview({ look }: { look: WidgetLook }) {
  const colour = WIDGET_COLORS.find(({ value }) => value === look.widgetColor)?.name;
  const icon = WIDGET_ICONS.find(({ id }) => id === look.widgetIcon)?.name;
  const size = must(
    WIDGET_SIZES.find(({ id }) => id === look.widgetSize),
    `the size ${look.widgetSize}`,
  );
  return (
    <figure className="grid gap-1.5">
      <figcaption className="font-medium">Live preview</figcaption>
      <div
        role="img"
        aria-label={`${colour} button with the icon ${icon}, ${size.px} pixels wide`}
        className="grid grid-cols-2 overflow-hidden rounded-card border border-line"
      >
        {GROUNDS.map((ground) => (
          <span
            key={ground}
            className="flex h-36 items-end justify-end p-5"
            style={{ backgroundColor: ground }}
          >
            <TalkButton look={look} px={size.px} />
          </span>
        ))}
      </div>
    </figure>
  );
}

function TalkButton({ look, px }: { look: WidgetLook; px: number }) {
  const backgroundColor = look.widgetColor;
  return (
    <span className="relative flex" style={{ width: px, height: px }}>
      <span
        className="absolute inset-0 animate-ring rounded-full opacity-0"
        style={{ backgroundColor }}
      />
      <span
        className="relative flex flex-1 items-center justify-center rounded-full text-white shadow-[0_2px_8px_rgb(18_22_29/25%)] ring-2 ring-white [&>svg]:size-[42%]"
        style={{ backgroundColor }}
      >
        <WidgetIcon icon={look.widgetIcon} />
      </span>
    </span>
  );
}
