import { useEffect, useState, type ComponentType } from "react";

/** Its place is kept, so that nothing moves when the assistant of the house turns out to be there. */
export function Invitation() {
  const [Talk, setTalk] = useState<ComponentType>();

  useEffect(() => {
    // Safari does not tell when it is idle; the page is painted by then all the same.
    const { requestIdleCallback = setTimeout } = window as Partial<Window>;
    requestIdleCallback(() => {
      import("./talk-to-house").then(
        ({ TalkToHouse }) => setTalk(() => TalkToHouse),
        () => undefined,
      );
    });
  }, []);

  return <div className="min-h-7">{Talk && <Talk />}</div>;
}
