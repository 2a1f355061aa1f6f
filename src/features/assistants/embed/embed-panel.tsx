import { Copy, ExternalLink } from "lucide-react";
import { toast } from "../../../lib/toast";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { MESSAGES } from "../../../../convex/shared/messages";
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
import { EMBED } from "./texts";

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
      aria-label={EMBED.label(name)}
      className="grid min-w-0 gap-3 border-t border-line pt-4"
    >
      <SeenNotice seenSites={seenSites} />
      <p className="text-muted">{isSigned ? EMBED.signedScript : EMBED.script}</p>
      <Snippet label={EMBED.scriptLabel} code={script} />
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void copy(script)}>
          <Copy size={16} strokeWidth={1.75} aria-hidden />
          {EMBED.copyScript}
        </Button>
        <a href={studioPathFor(embedId)} target="_blank" className={buttonClass("quiet")}>
          <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
          {EMBED.openStudio}
        </a>
      </div>
      {isSigned ? <TokenCode embedId={embedId} /> : <EmbedSteps />}
      <p className="pt-2 text-muted">
        {EMBED.frame}
        {isSigned && ` ${EMBED.signedFrame}`}
      </p>
      <Snippet label={EMBED.frameLabel} code={frame} />
      <Button className="justify-self-start" onClick={() => void copy(frame)}>
        <Copy size={16} strokeWidth={1.75} aria-hidden />
        {EMBED.copyFrame}
      </Button>
    </section>
  );
}

function TokenCode({ embedId }: { embedId: string }) {
  const code = tokenCode(embedId);
  return (
    <div className="grid gap-3 pt-2">
      <p className="text-muted">{EMBED.serverCode}</p>
      <Snippet label={EMBED.serverCodeLabel} code={code} />
      <Button className="justify-self-start" onClick={() => void copy(code)}>
        <Copy size={16} strokeWidth={1.75} aria-hidden />
        {EMBED.copyServerCode}
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

/** It scrolls, so the keyboard has to reach it. */
function Snippet({ label, code }: { label: string; code: string }) {
  return (
    <pre
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
      tabIndex={0}
      role="region"
      aria-label={label}
      className="max-h-60 w-full overflow-auto rounded-control border border-line bg-canvas p-3 text-small"
    >
      <code>{code}</code>
    </pre>
  );
}
