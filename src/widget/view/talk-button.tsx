import type { Wording } from "../../../convex/shared/talkButtonTexts";
import { PathIcon } from "../../components/widget-icon";
import type { Phase } from "../../lib/widget-protocol";
import { phaseOf, type CallState, type Press } from "../state/call-state";

type TalkButtonProps = {
  iconPath: string;
  /** Set unless the language is English. */
  labels?: Labels | undefined;
  state: CallState;
  message: Wording | null;
  /** The host page shows the texts, so here they are only for screen readers. */
  isHostShowing: boolean;
  onPress: (press: Press) => void;
  /** Called when a visitor seems about to press. */
  onApproach: () => void;
};

type Labels = Record<Phase | "agree" | "type", string>;

export const LABELS: Labels = {
  idle: "Start voice chat",
  connecting: "Connecting...",
  active: "Stop voice chat",
  agree: "Agree and start voice chat",
  type: "Type instead",
};
const BARS = [0, 1, 2, 3, 4];
const BUTTON_ID = "button";
const STATUS_ID = "status";
/** A triangle with an exclamation mark, and a circle with one. */
const FAILURE_SIGN = "M12 3.5 2.5 20h19zM12 10v4M12 17v.01";
const STATUS_SIGN = "M12 3a9 9 0 0 1 0 18a9 9 0 0 1 0-18zM12 8v5M12 16v.01";

/** Takes its colour and size from `--color` and `--size`, which the server renders into the page's style. */
export function TalkButton(props: TalkButtonProps) {
  const { iconPath, labels = LABELS, state, message, isHostShowing, onPress, onApproach } = props;
  const [text, shortText] = message ?? [];
  const phase = phaseOf(state);
  const hasFailed = state.kind === "failed";
  const notice = state.kind === "consent" ? state.notice : null;
  const asking = notice === null ? "" : " asking";
  return (
    <>
      <button
        id={BUTTON_ID}
        type="button"
        className={`button ${phase}${asking}`}
        aria-label={labels[notice === null ? phase : "agree"]}
        aria-describedby={notice === null ? undefined : STATUS_ID}
        onClick={() => onPress("press")}
        onKeyDown={(event) => {
          // Holding a key counts as one press.
          if (event.repeat) event.preventDefault();
          else if (event.key === "Escape" && notice !== null) onPress("stop");
        }}
        onPointerEnter={onApproach}
        onPointerDown={onApproach}
        onFocus={onApproach}
      >
        {phase === "idle" && (
          <>
            <span className="ring" />
            <span className="late ring" />
            <PathIcon path={iconPath} />
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
        // A label, so that a click on the text presses the button, which the text covers in a small frame.
        <label
          htmlFor={BUTTON_ID}
          className={`message ${hasFailed ? "failure" : "notice"}${asking}`}
          title={text}
          lang={notice?.language}
          dir="auto"
          aria-hidden
        >
          <svg viewBox="0 0 24 24" fill="none" stroke="currentColor">
            <path d={hasFailed ? FAILURE_SIGN : STATUS_SIGN} />
          </svg>
          <span className="words">{shortText}</span>
          <span className="text">{text}</span>
        </label>
      )}
      {notice?.link != null && !isHostShowing && (
        <a
          className="link"
          href={notice.link.url}
          target="_blank"
          rel="noopener"
          lang={notice.language}
        >
          {notice.link.words}
        </a>
      )}
      <p role="alert" className="unseen">
        {hasFailed && text}
      </p>
      <p id={STATUS_ID} role="status" className="unseen" lang={notice?.language}>
        {!hasFailed && text}
      </p>
    </>
  );
}
