import { useState, type ComponentType } from "react";
import { useWhenIdle } from "./use-when-idle";

/** Reserves its space, so that nothing moves when the landing-page assistant becomes available. */
export function Invitation() {
  const [Talk, setTalk] = useState<ComponentType>();

  useWhenIdle(() => {
    import("./talk-to-landing-assistant").then(
      ({ TalkToLandingAssistant }) => setTalk(() => TalkToLandingAssistant),
      () => undefined,
    );
  });

  return <div className="min-h-22.5 w-full beside:min-h-7">{Talk && <Talk />}</div>;
}
