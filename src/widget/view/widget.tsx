import { WIDGET_SIZES } from "../../../convex/shared/looks";
import { must } from "../../lib/must";
import type { WidgetAssistant } from "../state/assistant";
import type { Backend } from "../transport/backend";
import { AssistantButton } from "./assistant-button";
import { useAssistant } from "./use-assistant";
import type { ButtonSetting } from "./use-call";

type WidgetProps = { backend: Backend; setting: ButtonSetting };

/** Looks up the assistant, then shows its button. */
export function Widget({ backend, setting }: WidgetProps) {
  const assistant = useAssistant(backend, applyLook);
  if (assistant === undefined) return <LoadingCircle />;
  return assistant === null ? null : <AssistantButton assistant={assistant} setting={setting} />;
}

function LoadingCircle() {
  return (
    <div role="status" className="loading">
      <span className="unseen">Loading voice chat</span>
    </div>
  );
}

/** Only for the page that looks up its assistant. The server renders this into the other page. */
function applyLook({ widgetColor, widgetSize, texts }: WidgetAssistant): void {
  const size = must(
    WIDGET_SIZES.find(({ id }) => id === widgetSize),
    "the button's size",
  );
  if (texts !== undefined) {
    document.documentElement.lang = texts.language;
    document.title = texts.labels.name;
    document.querySelector("main")?.setAttribute("aria-label", texts.labels.name);
  }
  const { style } = document.documentElement;
  style.setProperty("--color", widgetColor);
  style.setProperty("--size", `${size.px}px`);
}
