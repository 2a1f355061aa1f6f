import { Copy, ExternalLink } from "lucide-react";
import { toast } from "../../../lib/toast";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { MESSAGES } from "../../../../convex/catalog/messages";
import { studioPathFor, widgetPathFor } from "../../../lib/routes";
import { Button } from "../../../components/button";
import { buttonClass } from "../../../components/button-class";
import { EmbedSteps } from "./embed-steps";
import {
  embedSnippet,
  scriptSnippet,
  signedScriptSnippet,
  TOKEN_PLACE,
  tokenCode,
} from "./embed-snippet";
import { SeenNotice } from "./seen-notice";

type EmbedPanelProps = { id: string; assistant: Doc<"assistants"> };

export function EmbedPanel({ id, assistant }: EmbedPanelProps) {
  const { name, embedId, seenSites, onlySignedCalls: isSigned = false } = assistant;
  const { origin } = window.location;
  const address = origin + widgetPathFor(embedId);
  const frame = embedSnippet({ name, widgetUrl: isSigned ? address + TOKEN_PLACE : address });
  const script = isSigned ? signedScriptSnippet(origin, embedId) : scriptSnippet(origin, embedId);

  return (
    <section
      id={id}
      aria-label={`Embed code of ${name}`}
      className="grid min-w-0 gap-3 border-t border-line pt-4"
    >
      <SeenNotice seenSites={seenSites} />
      {isSigned ? (
        <p className="text-muted">
          This assistant takes only calls signed by your server. Paste this before{" "}
          <code>&lt;/body&gt;</code>, and have <code>/hark-token</code> answer signed-in users with
          a new token as plain text. A token is good for one call and for at most 15 minutes.
        </p>
      ) : (
        <p className="text-muted">
          Paste this line before <code>&lt;/body&gt;</code> on every page that shall have the
          button.
        </p>
      )}
      <Snippet label="Script to paste" code={script} />
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void copy(script)}>
          <Copy size={16} strokeWidth={1.75} aria-hidden />
          Copy script
        </Button>
        <a href={studioPathFor(embedId)} target="_blank" className={buttonClass("quiet")}>
          <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
          Open in the test studio
        </a>
      </div>
      {isSigned ? <TokenCode embedId={embedId} /> : <EmbedSteps />}
      <p className="pt-2 text-muted">
        Or paste a frame, which runs no script on your page. It has no room for what is said.
        {isSigned && " Your server puts a new token in place of TOKEN each time it sends the page."}
      </p>
      <Snippet label="HTML to paste" code={frame} />
      <Button className="justify-self-start" onClick={() => void copy(frame)}>
        <Copy size={16} strokeWidth={1.75} aria-hidden />
        Copy
      </Button>
    </section>
  );
}

function TokenCode({ embedId }: { embedId: string }) {
  const code = tokenCode(embedId);
  return (
    <div className="grid gap-3 pt-2">
      <p className="text-muted">
        On your server, a token is made like this, here in Node.js. <code>HARK_SECRET</code> is the
        secret that was shown when you switched signed calls on. It never belongs in a page.
      </p>
      <Snippet label="Code for your server" code={code} />
      <Button className="justify-self-start" onClick={() => void copy(code)}>
        <Copy size={16} strokeWidth={1.75} aria-hidden />
        Copy server code
      </Button>
    </div>
  );
}

async function copy(code: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(code);
    toast.success(MESSAGES.embedCodeCopied);
  } catch {
    toast.error(MESSAGES.copyFailed);
  }
}

/** Reachable by keyboard, since it scrolls. */
function Snippet({ label, code }: { label: string; code: string }) {
  return (
    <pre
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as said above
      tabIndex={0}
      role="region"
      aria-label={label}
      className="max-h-60 w-full overflow-auto rounded-control border border-line bg-canvas p-3 text-small"
    >
      <code>{code}</code>
    </pre>
  );
}
