import { Copy, ExternalLink } from "lucide-react";
import { Suspense, useState } from "react";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { MESSAGES } from "../../../../convex/shared/messages";
import { Button } from "../../../components/button";
import { buttonClass } from "../../../components/button-class";
import { lazyPart } from "../../../components/lazy-part";
import { Spinner } from "../../../components/spinner";
import { Tab, Tabs } from "../../../components/tabs";
import { studioPathFor, widgetPathFor } from "../../../lib/routes";
import { toast } from "../../../lib/toast";
import {
  embedSnippet,
  scriptSnippet,
  signedScriptSnippet,
  TOKEN_PLACE,
  tokenCode,
} from "./embed-snippet";
import { EmbedSteps } from "./embed-steps";
import { EMBED } from "./texts";

const TalkLink = lazyPart(() => import("./talk-link"), "TalkLink");

/** The frame that the specification names, and the one-line script, which has room for text. */
export function EmbedCode({ assistant }: { assistant: Doc<"assistants"> }) {
  const { name, embedId, onlySignedCalls: isSigned = false } = assistant;
  const { origin } = window.location;
  const address = origin + widgetPathFor(embedId);
  const frame = embedSnippet({ name, widgetUrl: isSigned ? address + TOKEN_PLACE : address });
  const script = isSigned ? signedScriptSnippet(origin, embedId) : scriptSnippet(origin, embedId);
  const [tab, setTab] = useState("frame");

  return (
    <div className="grid min-w-0 gap-3">
      <Tabs label={EMBED.label(name)} value={tab} onChange={setTab}>
        <Tab value="frame" title={EMBED.frameTab}>
          <div className="grid gap-3">
            <p className="text-muted">
              {EMBED.frame}
              {isSigned && ` ${EMBED.signedFrame}`}
            </p>
            <Snippet label={EMBED.frameLabel} code={frame} copyText={EMBED.copy} />
          </div>
        </Tab>
        <Tab value="script" title={EMBED.scriptTab}>
          <div className="grid gap-3">
            <p className="text-muted">{isSigned ? EMBED.signedScript : EMBED.script}</p>
            <Snippet label={EMBED.scriptLabel} code={script} copyText={EMBED.copyScript} />
            {!isSigned && <EmbedSteps />}
          </div>
        </Tab>
        {/* The talk page has no token that the owner's server has signed. */}
        {!isSigned && (
          <Tab value="link" title={EMBED.linkTab}>
            {tab === "link" && (
              <Suspense fallback={<Spinner label={EMBED.linkLoading} />}>
                <TalkLink name={name} embedId={embedId} />
              </Suspense>
            )}
          </Tab>
        )}
      </Tabs>
      {isSigned && <TokenCode embedId={embedId} />}
      <a
        href={studioPathFor(embedId)}
        target="_blank"
        className={`${buttonClass("quiet")} -ml-4 justify-self-start`}
      >
        <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
        {EMBED.openStudio}
      </a>
    </div>
  );
}

function TokenCode({ embedId }: { embedId: string }) {
  return (
    <>
      <p className="pt-2 text-muted">{EMBED.serverCode}</p>
      <Snippet
        label={EMBED.serverCodeLabel}
        code={tokenCode(embedId)}
        copyText={EMBED.copyServerCode}
      />
    </>
  );
}

/** Long lines are wrapped, so that nothing of the code is cut. On phones an address would leave an empty line before it. */
function Snippet({ label, code, copyText }: { label: string; code: string; copyText: string }) {
  return (
    <>
      <pre
        role="region"
        aria-label={label}
        className="w-full rounded-control border border-line bg-canvas p-3 text-small wrap-anywhere whitespace-pre-wrap max-sm:break-all"
      >
        <code>{code}</code>
      </pre>
      <Button className="justify-self-start" onClick={() => void copy(code)}>
        <Copy size={16} strokeWidth={1.75} aria-hidden />
        {copyText}
      </Button>
    </>
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
