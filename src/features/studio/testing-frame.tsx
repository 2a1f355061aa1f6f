import { useEffect, useRef } from "react";
import type { Doc } from "../../../convex/_generated/dataModel";
import { widgetTestPath } from "../../lib/routes";
import { isFromFrame, type FromHost, type Phase } from "../../lib/widget-protocol";
import { TESTING } from "./texts";

type TestingFrameProps = {
  assistant: Doc<"assistants">;
  onPhase: (phase: Phase) => void;
  /** A message that the button has no room for; null when it no longer applies. */
  onMessage: (text: string | null) => void;
};

/** The same frame as that of the embed snippet, in the same place. */
export function TestingFrame({ assistant, onPhase, onMessage }: TestingFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);

  useEffect(() => {
    const receive = ({ source, data }: MessageEvent<unknown>) => {
      if (source !== frame.current?.contentWindow || !isFromFrame(data)) return;
      if (data.hark === "state") onPhase(data.state);
      if (data.hark === "message") onMessage(data.text);
    };
    window.addEventListener("message", receive);
    return () => window.removeEventListener("message", receive);
  }, [onPhase, onMessage]);

  function connect() {
    const message: FromHost = { hark: "connect" };
    frame.current?.contentWindow?.postMessage(message, window.location.origin);
  }

  return (
    <iframe
      ref={frame}
      src={widgetTestPath(assistant.embedId)}
      title={TESTING.frameTitle(assistant.name)}
      allow="microphone; autoplay"
      onLoad={connect}
      className="fixed right-5 bottom-5 size-[90px] rounded-full border-0 bg-transparent"
      // The same scheme as the page in the frame; otherwise browsers paint an opaque background.
      style={{ colorScheme: "light" }}
    />
  );
}
