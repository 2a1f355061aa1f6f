import { html } from "hono/html";

export type Html = ReturnType<typeof html>;

export interface Page {
  title: string;
  body: Html;
  /** Two columns on a wide screen. */
  isWide?: boolean;
  status?: number;
  /** Where the response to a form may redirect, besides this origin. */
  leadsTo?: (string | null)[];
}

export function page({ title, body, isWide = false, status = 200, leadsTo = [] }: Page): Response {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/assets/pages.css" />
      </head>
      <body>
        <header class="simulation">
          <p>
            <strong>Simulation.</strong> This page stands in for Stripe on your own machine. No
            money moves; real cards are refused.
          </p>
        </header>
        <main class="${isWide ? "wide" : "narrow"}">${body}</main>
      </body>
    </html> `;
  // The type allows a promise only if a part of the page is one; none is.
  return new Response(document as string, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      // A browser also checks the redirect after a form against form-action.
      "Content-Security-Policy": `default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'; form-action ${["'self'", ...origins(leadsTo)].join(" ")}`,
      "Referrer-Policy": "same-origin",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

export function redirect(to: string): Response {
  const headers = { Location: to, "Cache-Control": "no-store" };
  return new Response(null, { status: 303, headers });
}

export function message(title: string, text: string, link: Html | null, status = 200): Response {
  return page({
    title,
    status,
    body: html`<section class="card">
      <h1>${title}</h1>
      <p>${text}</p>
      ${link}
    </section>`,
  });
}

export function dollars(cents: number): string {
  const amount = (Math.abs(cents) / 100).toLocaleString("en-US", {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return `${cents < 0 ? "−" : ""}$${amount}`;
}

export function day(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString("en-US", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
}

/** An error, which screen readers announce. */
export function alert(text: string | null): Html | null {
  return text === null ? null : html`<p class="alert" role="alert">${text}</p>`;
}

function origins(addresses: (string | null)[]): string[] {
  return addresses.flatMap((address) =>
    address !== null && URL.canParse(address) ? [new URL(address).origin] : [],
  );
}
