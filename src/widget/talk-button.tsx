import type { WidgetIcon as WidgetIconId } from "../../convex/shared/looks";
import { WidgetIcon } from "../components/widget-icon";
import type { Phase } from "../lib/widget-protocol";
import type { ShownState } from "./line";

type TalkButtonProps = {
  icon: WidgetIconId;
  /** In another language than English. */
  labels?: Labels | undefined;
  state: ShownState;
  /** The page around shows the texts, so here they are only for screen readers. */
  isHostShowing: boolean;
  onPress: () => void;
  /** Of what the next press would agree to. */
  onDismiss: () => void;
  /** Somebody seems about to press. */
  onApproach: () => void;
};

type Labels = Record<Phase | "agree", string>;

const LABELS: Labels = {
  idle: "Start voice chat",
  connecting: "Connecting...",
  active: "Stop voice chat",
  agree: "Agree and start voice chat",
};
const BARS = [0, 1, 2, 3, 4];
const BUTTON_ID = "button";
const STATUS_ID = "status";
/** A triangle with an exclamation mark, and a circle with one. */
const FAILURE = "M12 3.5 2.5 20h19zM12 10v4M12 17v.01";
const NOTICE = "M12 3a9 9 0 0 1 0 18a9 9 0 0 1 0-18zM12 8v5M12 16v.01";

/** Colour and size are `--color` and `--size` of its page: a drawn one has them in its style. */
export function TalkButton(props: TalkButtonProps) {
  const { icon, labels = LABELS, state, isHostShowing, onPress, onDismiss, onApproach } = props;
  const { phase, failure, notice, asks, words } = state;
  const asking = asks === null ? "" : " asking";
  const message = failure ?? notice;
  return (
    <>
      <button
        id={BUTTON_ID}
        type="button"
        className={`button ${phase}${asking}`}
        aria-label={labels[asks === null ? phase : "agree"]}
        aria-describedby={asks === null ? undefined : STATUS_ID}
        onClick={onPress}
        onKeyDown={(event) => {
          // A key that is held is one press.
          if (event.repeat) event.preventDefault();
          else if (event.key === "Escape" && asks !== null) onDismiss();
        }}
        onPointerEnter={onApproach}
        onPointerDown={onApproach}
        onFocus={onApproach}
      >
        {phase === "idle" && (
          <>
            <span className="ring" />
            <span className="late ring" />
            <WidgetIcon icon={icon} />
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
        // A label of the button: pressing the words, which cover it in a small frame, presses it.
        <label
          htmlFor={BUTTON_ID}
          className={`message ${failure === null ? "notice" : "failure"}${asking}`}
          title={message}
          lang={asks?.language}
          dir="auto"
          aria-hidden
        >
          <svg viewBox="0 0 24 24" fill="none" stroke="currentColor">
            <path d={failure === null ? NOTICE : FAILURE} />
          </svg>
          <span className="words">{words}</span>
          <span className="text">{message}</span>
        </label>
      )}
      {asks?.link != null && !isHostShowing && (
        <a
          className="link"
          href={asks.link.url}
          target="_blank"
          rel="noopener"
          lang={asks.language}
        >
          {asks.link.words}
        </a>
      )}
      <p role="alert" className="unseen">
        {failure}
      </p>
      <p id={STATUS_ID} role="status" className="unseen" lang={asks?.language}>
        {notice}
      </p>
    </>
  );
}
