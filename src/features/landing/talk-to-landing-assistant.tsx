import { Mic } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../components/button";
import type { EmbeddedButton, Phase } from "../../lib/widget-protocol";
import { addLandingAssistantButton } from "./landing-assistant-button";
import { LANDING_ASSISTANT } from "./texts";

/** A link to the talk button in the corner. Shows nothing until that button is available. */
export function TalkToLandingAssistant() {
  const button = useRef<EmbeddedButton>(null);
  const [phase, setPhase] = useState<Phase>();

  useEffect(
    () =>
      addLandingAssistantButton((added, state) => {
        button.current = added;
        setPhase(state);
      }),
    [],
  );

  if (phase === undefined) return null;
  return (
    <Button
      variant="quiet"
      className="-mx-4 -my-2"
      onClick={() => (phase === "idle" ? button.current?.start() : button.current?.stop())}
    >
      <Mic size={16} strokeWidth={1.75} aria-hidden />
      {LANDING_ASSISTANT[phase]}
    </Button>
  );
}
