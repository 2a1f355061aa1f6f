import { html } from "hono/html";
import { page } from "./layout.ts";

/** Stands in for the bank's page (3D Secure). The visitor chooses the outcome. */
export function authenticationPage(
  action: string,
  what: string,
  leadsTo: (string | null)[] = [],
): Response {
  return page({
    title: "Confirm with your bank",
    leadsTo,
    body: html`<section class="card">
      <h1>Confirm with your bank</h1>
      <p>
        Your bank asks you to confirm <strong>${what}</strong>. A real bank would send a code or
        open its app (3D Secure); here you decide.
      </p>
      <form method="post" action="${action}" class="choices">
        <button class="primary" name="answer" value="complete">Complete authentication</button>
        <button class="quiet" name="answer" value="fail">Fail authentication</button>
      </form>
    </section>`,
  });
}

export const AUTHENTICATION_FAILED =
  "We are unable to authenticate your payment method. Please choose a different payment method and try again.";
