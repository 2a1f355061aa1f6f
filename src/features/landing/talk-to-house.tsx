import { Mic } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { PRODUCT_NAME } from "../../../convex/shared/productName";
import { Button } from "../../components/button";
import type { EmbeddedButton, Phase } from "../../lib/widget-protocol";
import { addHouseButton } from "./house-button";

const WORDS: Record<Phase, string> = {
  idle: `Talk to ${PRODUCT_NAME}: ask what it costs`,
  connecting: "Connecting...",
  active: "End the talk",
};

/** The talk button in the corner, and beside the page's words what leads to it: nothing until it is really there. */
export function TalkToHouse() {
  const button = useRef<EmbeddedButton>(null);
  const [phase, setPhase] = useState<Phase>();

  useEffect(
    () =>
      addHouseButton((there, state) => {
        button.current = there;
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
      {WORDS[phase]}
    </Button>
  );
}
