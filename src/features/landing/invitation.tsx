import { useEffect, useState, type ComponentType } from "react";

/** Reserves its space, so that nothing moves when the landing-page assistant becomes available. */
export function Invitation() {
  const [Talk, setTalk] = useState<ComponentType>();

  useEffect(() => {
    // Safari has no requestIdleCallback. A timeout also runs after the page is painted.
    const { requestIdleCallback = setTimeout } = window as Partial<Window>;
    requestIdleCallback(() => {
      import("./talk-to-landing-assistant").then(
        ({ TalkToLandingAssistant }) => setTalk(() => TalkToLandingAssistant),
        () => undefined,
      );
    });
  }, []);

  return <div className="min-h-22.5 w-full beside:min-h-7">{Talk && <Talk />}</div>;
}
