import type { ReactNode } from "react";
import { EMBED } from "./texts";

const PLATFORMS: { name: string; steps: ReactNode[] }[] = [
  {
    name: "WordPress",
    steps: [
      <>
        Open <b>Appearance → Editor → Templates</b> and choose the template of your pages.
      </>,
      <>
        Add a <b>Custom HTML</b> block at the end of the footer, paste the script and save.
      </>,
      <>
        No Editor in that menu? Add the <b>Custom HTML</b> block to the footer under{" "}
        <b>Appearance → Widgets</b>.
      </>,
    ],
  },
  {
    name: "Shopify",
    steps: [
      <>
        Open <b>Online Store → Themes</b>, then <b>⋯ → Edit code</b> next to your theme.
      </>,
      <>
        Open <code>layout/theme.liquid</code>, paste the script before <code>&lt;/body&gt;</code>{" "}
        and save.
      </>,
    ],
  },
  {
    name: "Webflow",
    steps: [
      <>
        Open <b>Site settings → Custom code</b> and paste the script into <b>Footer code</b>. This
        needs a paid Webflow plan.
      </>,
      <>Save and publish. The button appears on the published site, not in the Designer.</>,
    ],
  },
];

export function EmbedSteps() {
  return (
    <div className="grid gap-2">
      {PLATFORMS.map(({ name, steps }) => (
        <details key={name}>
          <summary className="w-fit rounded-control font-medium text-muted hover:text-ink">
            {EMBED.platform(name)}
          </summary>
          <ol className="grid list-decimal gap-1 pt-1 pl-5 text-muted">
            {steps.map((step, index) => (
              <li key={index}>{step}</li>
            ))}
          </ol>
        </details>
      ))}
    </div>
  );
}
