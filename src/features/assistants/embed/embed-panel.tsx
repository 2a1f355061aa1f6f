import type { Doc } from "../../../../convex/_generated/dataModel";
import { EmbedCode } from "./embed-code";
import { SeenNotice } from "./seen-notice";
import { EMBED } from "./texts";

type EmbedPanelProps = { id: string; assistant: Doc<"assistants"> };

/** The code to paste, on the assistant's card. */
export function EmbedPanel({ id, assistant }: EmbedPanelProps) {
  return (
    <section
      id={id}
      aria-label={EMBED.label(assistant.name)}
      className="grid min-w-0 gap-3 border-t border-line pt-4"
    >
      <EmbedCode assistant={assistant} />
      <SeenNotice seenSites={assistant.seenSites} />
    </section>
  );
}
