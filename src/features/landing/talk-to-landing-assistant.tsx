import { Mic } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../components/button";
import type { EmbeddedButton, Phase } from "../../lib/widget-protocol";
import { must } from "../../lib/must";
import { addLandingAssistantButton } from "./landing-assistant-button";
import { LANDING_ASSISTANT } from "./texts";

/**
 * The talk button: in the window's corner, or here where the window is so narrow that it would cover what is read. Beside
 * it, once it is available, a button in words that does the same.
 */
export function TalkToLandingAssistant() {
  const button = useRef<EmbeddedButton>(null);
  const place = useRef<HTMLDivElement>(null);
  const [phase, setPhase] = useState<Phase>();

  useEffect(
    () =>
      addLandingAssistantButton(must(place.current, "the place of the button"), (added, state) => {
        button.current = added;
        setPhase(state);
      }),
    [],
  );

  return (
    <div className="flex items-center max-beside:gap-4">
      {phase !== undefined && (
        <Button
          variant="quiet"
          className="-my-2 -ml-4 max-beside:text-left max-beside:text-balance max-beside:whitespace-normal"
          onClick={() => (phase === "idle" ? button.current?.start() : button.current?.stop())}
        >
          <Mic size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
          {LANDING_ASSISTANT[phase]}
        </Button>
      )}
      <div
        ref={place}
        className="ml-auto shrink-0 max-beside:min-h-22.5 max-beside:*:relative! max-beside:*:inset-auto! max-beside:*:z-0! max-beside:*:block!"
      />
    </div>
  );
}
