import type { CSSProperties, ReactNode } from "react";
import { Bread, Cake, Knots, Shop, Wheat } from "./sample-drawings";
import { SAMPLE_WEBSITE } from "./texts";

const { business, menu, phone, hero, offers, visit, footer } = SAMPLE_WEBSITE;

/** The website has a light look of its own in either theme. */
const COLOURS = {
  "--paper": "#fdf8f0",
  "--flour": "#f5ead9",
  "--rule": "#e4d5bf",
  "--crust": "#9a4f1c",
  "--text": "#33241a",
  "--soft": "#6b5747",
  "--side": "max(2rem, calc((100vw - 90rem) / 2))",
} as CSSProperties;

const DRAWINGS = { bread: Bread, knots: Knots, cake: Cake };
const SERIF = "font-[Georgia,'Times_New_Roman',serif]";

/** A made-up website below a card. It leaves room for the card at the right, or on phones at the top. */
export function SampleWebsite({ children }: { children: ReactNode }) {
  return (
    <div style={COLOURS} className="relative bg-(--paper)">
      {children}
      <Website />
    </div>
  );
}

/** Nothing on it works. */
function Website() {
  return (
    <div
      aria-hidden
      inert
      style={{ colorScheme: "light" }}
      className="flex min-h-dvh flex-col text-(--text)"
    >
      <Band className="flex min-h-16 flex-wrap items-center gap-x-6 border-b border-(--rule) py-3">
        <span className={`flex items-center gap-2 text-lead font-semibold ${SERIF}`}>
          <Wheat />
          {business}
        </span>
        <span className="ml-auto hidden gap-5 text-(--soft) sm:flex">
          {menu.map((entry) => (
            <span key={entry}>{entry}</span>
          ))}
        </span>
        <span className="ml-auto font-medium text-(--crust) sm:ml-0">{phone}</span>
      </Band>
      <Band className="grid items-center gap-6 bg-(--flour) py-8 sm:grid-cols-2 sm:py-12">
        <div className="grid justify-items-start gap-3">
          <span className="text-small font-semibold text-(--crust)">{hero.place}</span>
          <span className={`text-section font-semibold text-balance ${SERIF}`}>{hero.title}</span>
          <span className="text-lead text-pretty text-(--soft)">{hero.text}</span>
          <span className="mt-2 rounded-control bg-(--crust) px-4 py-2.5 font-medium text-white">
            {hero.order}
          </span>
        </div>
        <Shop />
      </Band>
      <Band className="grid gap-5 py-10">
        <Title>{offers.title}</Title>
        <div className="grid gap-4 sm:grid-cols-3">
          {offers.items.map(({ drawing, name, text, price }) => {
            const Drawing = DRAWINGS[drawing];
            return (
              <div key={name} className="overflow-hidden rounded-card border border-(--rule)">
                <Drawing />
                <span className="grid gap-1 p-4">
                  <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                    <span className="font-semibold">{name}</span>
                    <span className="font-semibold text-(--crust) tabular-nums">{price}</span>
                  </span>
                  <span className="text-(--soft)">{text}</span>
                </span>
              </div>
            );
          })}
        </div>
      </Band>
      <Band className="grid flex-1 content-start gap-8 border-t border-(--rule) py-10 sm:grid-cols-2">
        <div className="grid content-start gap-3">
          <Title>{visit.hoursTitle}</Title>
          <div className="grid gap-1.5">
            {visit.hours.map(([days, hours]) => (
              <span key={days} className="flex justify-between gap-4 tabular-nums">
                <span className="text-(--soft)">{days}</span>
                <span>{hours}</span>
              </span>
            ))}
          </div>
        </div>
        <div className="grid content-start gap-3">
          <Title>{visit.placeTitle}</Title>
          <span className="whitespace-pre-line">{visit.place}</span>
          <span className="text-(--soft)">{visit.directions}</span>
        </div>
      </Band>
      <Band className="bg-(--text) py-6 text-small text-(--flour)">{footer}</Band>
    </div>
  );
}

/** As wide as the window, with its content beside the card, or below it where the window is narrow. */
function Band({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div className={`px-4 lg:pr-[calc(var(--side)+26rem)] lg:pl-(--side) ${className}`}>
      {children}
    </div>
  );
}

function Title({ children }: { children: string }) {
  return <span className={`text-title font-semibold ${SERIF}`}>{children}</span>;
}
