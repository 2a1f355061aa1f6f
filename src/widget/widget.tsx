import { WIDGET_SIZES } from "../../convex/shared/looks";
import { must } from "../lib/must";
import type { Backend, WidgetAssistant } from "./backend";
import { Talking } from "./talking";
import { useAssistant } from "./use-assistant";
import type { ButtonSetting } from "./use-talk";

type WidgetProps = { backend: Backend; setting: ButtonSetting };

/** The button of an assistant that is still to be looked up. */
export function Widget({ backend, setting }: WidgetProps) {
  const assistant = useAssistant(backend, wear);
  if (assistant === undefined) return <LoadingCircle />;
  return assistant === null ? null : <Talking assistant={assistant} setting={setting} />;
}

function LoadingCircle() {
  return (
    <div role="status" className="loading">
      <span className="unseen">Loading voice chat</span>
    </div>
  );
}

/** What a drawn page has in its style. */
function wear({ widgetColor, widgetSize, words }: WidgetAssistant): void {
  const size = must(
    WIDGET_SIZES.find(({ id }) => id === widgetSize),
    "the button's size",
  );
  if (words !== undefined) {
    document.documentElement.lang = words.language;
    document.title = words.labels.name;
    document.querySelector("main")?.setAttribute("aria-label", words.labels.name);
  }
  const { style } = document.documentElement;
  style.setProperty("--color", widgetColor);
  style.setProperty("--size", `${size.px}px`);
}
