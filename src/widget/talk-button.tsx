import { useId } from "react";
import { WIDGET_SIZES } from "../../convex/catalog/looks";
import { WidgetIcon } from "../components/widget-icon";
import { must } from "../lib/must";
import type { Phase } from "../lib/widget-protocol";
import type { WidgetAssistant } from "./backend";
import type { CallState } from "./call-state";

type TalkButtonProps = {
  look: Pick<WidgetAssistant, "widgetColor" | "widgetIcon" | "widgetSize">;
  state: CallState;
  /** The page around shows the texts, so here they are only for screen readers. */
  isHostShowing: boolean;
  onPress: () => void;
  /** Somebody seems about to press. */
  onApproach: () => void;
};

const LABELS: Record<Phase, string> = {
  idle: "Start voice chat",
  connecting: "Connecting...",
  active: "Stop voice chat",
};
const BARS = [0, 1, 2, 3, 4];

export function TalkButton({ look, state, isHostShowing, onPress, onApproach }: TalkButtonProps) {
  const id = useId();
  const { phase, failure, notice } = state;
  const size = must(
    WIDGET_SIZES.find((candidate) => candidate.id === look.widgetSize),
    "the button's size",
  );
  const message = failure ?? notice;
  return (
    <>
      <button
        id={id}
        type="button"
        className={`button ${phase}`}
        style={{
          width: size.px,
          height: size.px,
          ...(phase === "idle" ? { backgroundColor: look.widgetColor } : {}),
        }}
        aria-label={LABELS[phase]}
        onClick={onPress}
        onPointerEnter={onApproach}
        onPointerDown={onApproach}
        onFocus={onApproach}
      >
        {phase === "idle" && (
          <>
            <span className="ring" style={{ borderColor: look.widgetColor }} />
            <span className="late ring" style={{ borderColor: look.widgetColor }} />
            <WidgetIcon icon={look.widgetIcon} />
          </>
        )}
        {phase === "connecting" && <span className="spinner" />}
        {phase === "active" && (
          <span className="wave">
            {BARS.map((bar) => (
              <span key={bar} />
            ))}
          </span>
        )}
      </button>
      {message !== null && !isHostShowing && (
        // A label of the button: pressing the text, which covers it in a small frame, presses it.
        <label
          htmlFor={id}
          className={`message ${failure === null ? "notice" : "failure"}`}
          aria-hidden
        >
          <span>{message}</span>
        </label>
      )}
      <p role="alert" className="unseen">
        {failure}
      </p>
      <p role="status" className="unseen">
        {notice}
      </p>
    </>
  );
}
