import { WIDGET_COLORS, WIDGET_ICONS, WIDGET_SIZES } from "../../../../convex/shared/looks";
import { WidgetIcon } from "../../../components/widget-icon";
import { must } from "../../../lib/must";
import type { Settings } from "../settings";
import { STYLING_TAB } from "./texts";

type Look = Pick<Settings, "widgetColor" | "widgetIcon" | "widgetSize">;

/** Websites are light or dark whatever theme this page has, so both are shown. */
const BACKGROUNDS = ["#ffffff", "#12161d"];

export function WidgetPreview({ look }: { look: Look }) {
  const { name: color = "" } = WIDGET_COLORS.find(({ value }) => value === look.widgetColor) ?? {};
  const { name: icon = "" } = WIDGET_ICONS.find(({ id }) => id === look.widgetIcon) ?? {};
  const size = must(
    WIDGET_SIZES.find(({ id }) => id === look.widgetSize),
    `the size ${look.widgetSize}`,
  );
  return (
    <figure className="grid content-start gap-1.5">
      <figcaption className="font-medium">{STYLING_TAB.preview}</figcaption>
      <div
        role="img"
        aria-label={STYLING_TAB.previewLabel(color, icon, size.px)}
        className="grid grid-cols-2 overflow-hidden rounded-card border border-line"
      >
        {BACKGROUNDS.map((backgroundColor) => (
          <span
            key={backgroundColor}
            className="flex h-36 items-end justify-end p-5"
            style={{ backgroundColor }}
          >
            <TalkButton look={look} px={size.px} />
          </span>
        ))}
      </div>
    </figure>
  );
}

function TalkButton({ look, px }: { look: Look; px: number }) {
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
