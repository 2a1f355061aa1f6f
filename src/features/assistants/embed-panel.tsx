import { Copy, ExternalLink } from "lucide-react";
import { toast } from "../../lib/toast";
import type { Doc } from "../../../convex/_generated/dataModel";
import { MESSAGES } from "../../../convex/catalog/messages";
import { studioPathFor, widgetPathFor } from "../../lib/routes";
import { Button } from "../../components/button";
import { buttonClass } from "../../components/button-class";
import { EmbedSteps } from "./embed-steps";
import { embedSnippet, scriptSnippet } from "./embed-snippet";
import { SeenNotice } from "./seen-notice";

type EmbedPanelProps = { id: string; assistant: Doc<"assistants"> };

export function EmbedPanel({ id, assistant: { name, embedId, seenSites } }: EmbedPanelProps) {
  const widgetUrl = window.location.origin + widgetPathFor(embedId);
  const frame = embedSnippet({ name, widgetUrl });
  const script = scriptSnippet(window.location.origin, embedId);

  return (
    <section
      id={id}
      aria-label={`Embed code of ${name}`}
      className="grid min-w-0 gap-3 border-t border-line pt-4"
    >
      <SeenNotice seenSites={seenSites} />
      <p className="text-muted">
        Paste this line before <code>&lt;/body&gt;</code> on every page that shall have the button.
      </p>
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
      <EmbedSteps />
      <p className="pt-2 text-muted">
        Or paste a frame, which runs no script on your page. It has no room for what is said.
      </p>
      <Snippet label="HTML to paste" code={frame} />
      <Button className="justify-self-start" onClick={() => void copy(frame)}>
        <Copy size={16} strokeWidth={1.75} aria-hidden />
        Copy
      </Button>
    </section>
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
