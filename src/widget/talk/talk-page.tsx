import { useEffect } from "react";
import type { Unsaved } from "../../lib/widget-protocol";
import { useAssistant } from "../view/use-assistant";
import { useUnsaved } from "../view/use-unsaved";
import { accentFrom } from "./accent";
import { Conversation } from "./conversation";
import { en } from "./languages/en";
import type { LookedUp, MessageOnly } from "./look-up";
import { MessagePage } from "./message-page";
import type { TalkService } from "./page-talk";

type Found = Extract<LookedUp, { kind: "found" }>;

type TalkPageProps = {
  lookup: { findAssistant: () => Promise<LookedUp> };
  service: TalkService;
};

/** Looks up the assistant, then shows the conversation with it. */
export function TalkPage({ lookup, service }: TalkPageProps) {
  const found = useAssistant(lookup, applyToPage);
  const unsaved = useUnsaved(service.host, service.readSession !== null);
  useEffect(() => {
    if (found?.kind !== "found" || unsaved === null) return;
    applyToPage(withUnsaved(found, unsaved));
    document.documentElement.dataset.theme = unsaved.theme;
  }, [found, unsaved]);
  if (found == null) {
    return (
      <main className="plain" aria-busy="true">
        <p role="status">{en.loading}</p>
      </main>
    );
  }
  if (found.kind === "found") {
    return <Conversation found={found} unsaved={unsaved} service={service} />;
  }
  if (found.kind === "messageOnly") return <MessagePage {...{ found, service }} />;
  const [title, text] = reasonOf(found);
  return (
    <main className="plain">
      <h1>{title}</h1>
      <p>{text}</p>
    </main>
  );
}

function withUnsaved(found: Found, { name, look }: Unsaved): Found {
  return { ...found, assistant: { ...found.assistant, ...look, name } };
}

function isTextOff(found: LookedUp): found is MessageOnly {
  return found.kind === "messageOnly" && found.reason === "textOff";
}

function reasonOf(found: LookedUp): [title: string, text: string] {
  const { kind, texts } = found;
  if (kind === "forbidden") return [texts.forbiddenTitle, texts.forbidden];
  const says = kind === "unavailable" ? found.says : null;
  return [texts.unavailableTitle, says ?? texts.unavailable];
}

function applyToPage(found: LookedUp): void {
  const { documentElement } = document;
  documentElement.lang = found.texts === en ? "en" : found.language;
  if ("assistant" in found) {
    const accent = accentFrom(found.assistant.widgetColor);
    documentElement.style.setProperty("--accent", accent);
  }
  document.title =
    found.kind === "found" || isTextOff(found)
      ? `${found.assistant.name}, ${found.texts.aiAssistant}`
      : reasonOf(found)[0];
}
