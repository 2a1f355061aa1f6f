import { html } from "hono/html";
import type { WholeMail } from "./outbox.ts";

/** For a mail to which replies arrive here. What is typed stays while the page refreshes. */
export function replyForm(
  { to, subject }: WholeMail,
  replyAddress: string | null,
  action: string,
): ReturnType<typeof html> | null {
  if (replyAddress === null) return null;
  return html`<form class="reply" method="post" action="${action}" aria-label="Reply">
    <h3>Reply to “${subject}”</h3>
    <label>From <input name="from" value="${to[0] ?? ""}" required /></label>
    <p class="hint">To ${replyAddress}. The mail is quoted below your words.</p>
    <label>Your reply <textarea name="text" rows="5" required></textarea></label>
    <button>Send</button>
  </form>`;
}
