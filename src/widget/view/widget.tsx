import { useEffect } from "react";
import { WIDGET_SIZES } from "../../../convex/shared/looks";
import { ICON_PATHS } from "../../components/widget-icon-paths";
import { must } from "../../lib/must";
import type { Unsaved } from "../../lib/widget-protocol";
import type { WidgetAssistant } from "../state/assistant";
import type { Backend } from "../transport/backend";
import { AssistantButton } from "./assistant-button";
import { useAssistant } from "./use-assistant";
import type { ButtonSetting } from "./use-call";
import { useUnsaved } from "./use-unsaved";

type WidgetProps = { backend: Backend; setting: ButtonSetting };

/** Looks up the assistant, then shows its button. */
export function Widget({ backend, setting }: WidgetProps) {
  const assistant = useAssistant(backend, applyToPage);
  const look = useUnsaved(setting.host, setting.isTesting)?.look ?? null;
  useEffect(() => {
    if (assistant && look !== null) applyLook(look);
  }, [assistant, look]);
  if (assistant === undefined) return <LoadingCircle />;
  if (assistant === null) return null;
  const { widgetIcon: icon } = look ?? assistant;
  return <AssistantButton assistant={assistant} setting={setting} iconPath={ICON_PATHS[icon]} />;
}

function applyToPage(assistant: WidgetAssistant): void {
  applyTexts(assistant);
  applyLook(assistant);
}

function LoadingCircle() {
  return (
    <div role="status" className="loading">
      <span className="unseen">Loading voice chat</span>
    </div>
  );
}

/** Only for the page that looks up its assistant. The server renders this into the other page. */
function applyTexts({ texts }: WidgetAssistant): void {
  if (texts === undefined) return;
  document.documentElement.lang = texts.language;
  document.title = texts.labels.name;
  document.querySelector("main")?.setAttribute("aria-label", texts.labels.name);
}

function applyLook({ widgetColor, widgetSize }: Unsaved["look"]): void {
  const size = must(
    WIDGET_SIZES.find(({ id }) => id === widgetSize),
    "the button's size",
  );
  const { style } = document.documentElement;
  style.setProperty("--color", widgetColor);
  style.setProperty("--size", `${size.px}px`);
}
