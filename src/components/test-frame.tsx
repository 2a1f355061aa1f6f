import { useEffect, useEffectEvent, useRef } from "react";
import type { Doc } from "../../convex/_generated/dataModel";
import { frameTitleFor } from "../lib/frame-title";
import { talkTestPath, widgetTestPath } from "../lib/routes";
import {
  isFromFrame,
  type FromHost,
  type Phase,
  type TranscriptPart,
  type Unsaved,
} from "../lib/widget-protocol";

type TestFrameProps = {
  /** The talk button, or the page on which visitors type. */
  page?: "button" | "typing";
  assistant: Pick<Doc<"assistants">, "embedId" | "name">;
  /** The frame's position on its page. */
  className?: string;
  /** What the owner has not saved yet. */
  unsaved?: Unsaved;
  onPhase: (phase: Phase) => void;
  /** A message that the button has no room for; null when it no longer applies. */
  onMessage?: (text: string | null) => void;
  onTranscript?: (part: TranscriptPart) => void;
};

/** The talk button in a frame of the embed snippet's size, or the page on which visitors type, with the limits of tests. */
export function TestFrame(props: TestFrameProps) {
  const { page = "button", assistant, className = "", unsaved } = props;
  const { onPhase, onMessage, onTranscript } = props;
  const isButton = page === "button";
  const frame = useRef<HTMLIFrameElement>(null);

  const receive = useEffectEvent(({ source, data }: MessageEvent<unknown>) => {
    if (source !== frame.current?.contentWindow || !isFromFrame(data)) return;
    if (data.hark === "state") onPhase(data.state);
    if (data.hark === "message") onMessage?.(data.text);
    if (data.hark === "transcript") onTranscript?.(data);
  });
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => receive(event);
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, []);

  function send(message: FromHost) {
    frame.current?.contentWindow?.postMessage(message, window.location.origin);
  }

  function sendUnsaved() {
    if (unsaved !== undefined) send({ hark: "unsaved", ...unsaved });
  }
  useEffect(sendUnsaved);

  return (
    <iframe
      ref={frame}
      src={isButton ? widgetTestPath(assistant.embedId) : talkTestPath(assistant.embedId)}
      title={frameTitleFor(assistant.name)}
      allow={isButton ? "microphone; autoplay" : undefined}
      onLoad={() => {
        send({ hark: "connect" });
        sendUnsaved();
      }}
      className={`${isButton ? "size-[90px] shrink-0 rounded-full border-0 bg-transparent" : ""} ${className}`}
      // The same scheme as the button's page; otherwise browsers paint an opaque background.
      style={isButton ? { colorScheme: "light" } : undefined}
    />
  );
}
