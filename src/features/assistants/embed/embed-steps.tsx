import type { ReactNode } from "react";

const PLATFORMS: { name: string; steps: ReactNode[] }[] = [
  {
    name: "WordPress",
    steps: [
      <>
        Open <b>Appearance → Editor → Templates</b> and the template of your pages.
      </>,
      <>
        At the end of the footer add a <b>Custom HTML</b> block, paste the script there and save.
      </>,
      <>
        No Editor in that menu? Then add the <b>Custom HTML</b> block to the footer under{" "}
        <b>Appearance → Widgets</b>.
      </>,
    ],
  },
  {
    name: "Shopify",
    steps: [
      <>
        Open <b>Online Store → Themes</b>, and at your theme <b>⋯ → Edit code</b>.
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
        Open <b>Site settings → Custom code</b> and paste the script into <b>Footer code</b>. It
        needs a paid plan.
      </>,
      <>Save and publish: the button shows on the published site, not in the designer.</>,
    ],
  },
];

export function EmbedSteps() {
  return (
    <div className="grid gap-2">
      {PLATFORMS.map(({ name, steps }) => (
        <details key={name}>
          <summary className="w-fit rounded-control font-medium text-muted hover:text-ink">
            {`On ${name}`}
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
