import { Copy, ExternalLink } from "lucide-react";
import { toast } from "sonner";
import type { Doc } from "../../../convex/_generated/dataModel";
import { MESSAGES } from "../../../convex/catalog/messages";
import { studioPathFor, widgetPathFor } from "../../app/routes";
import { Button } from "../../components/button";
import { buttonClass } from "../../components/button-class";
import { embedSnippet } from "./embed-snippet";

type EmbedPanelProps = { id: string; assistant: Doc<"assistants"> };

export function EmbedPanel({ id, assistant: { name, embedId } }: EmbedPanelProps) {
  const widgetUrl = window.location.origin + widgetPathFor(embedId);
  const snippet = embedSnippet({ name, widgetUrl });

  async function copy() {
    try {
      await navigator.clipboard.writeText(snippet);
      toast.success(MESSAGES.embedCodeCopied);
    } catch {
      toast.error(MESSAGES.copyFailed);
    }
  }

  return (
    <section
      id={id}
      aria-label={`Embed code of ${name}`}
      className="grid min-w-0 gap-3 border-t border-line pt-4"
    >
      <p className="text-muted">
        Paste this before <code>&lt;/body&gt;</code> on every page that shall have the button.
      </p>
      {/* Reachable by keyboard, since it scrolls. */}
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as said above
        tabIndex={0}
        role="region"
        aria-label="HTML to paste"
        className="max-h-60 overflow-auto rounded-control border border-line bg-canvas p-3 text-small"
      >
        <code>{snippet}</code>
      </pre>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void copy()}>
          <Copy size={16} strokeWidth={1.75} aria-hidden />
          Copy
        </Button>
        <a href={studioPathFor(embedId)} target="_blank" className={buttonClass("quiet")}>
          <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
          Open in the test studio
        </a>
      </div>
    </section>
  );
}
