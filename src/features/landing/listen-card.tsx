import { useState, type ComponentType } from "react";
import { buttonClass } from "../../components/button-class";
import { EXAMPLE_CALL } from "./texts";

/** The recording and its player are loaded when a visitor wants to listen. */
export function ListenCard() {
  const [Call, setCall] = useState<ComponentType>();
  const [hasFailed, setHasFailed] = useState(false);

  function listen() {
    import("./example-call").then(
      ({ ExampleCall }) => setCall(() => ExampleCall),
      () => setHasFailed(true),
    );
  }

  return (
    <div
      className={`grid gap-4 rounded-card border border-line bg-surface p-6 ${Call ? "" : "content-center md:aspect-343/400"}`}
    >
      {Call ? (
        <Call />
      ) : (
        <>
          <p role="status" className="text-lead">
            {hasFailed ? EXAMPLE_CALL.loadFailed : EXAMPLE_CALL.invitation}
          </p>
          <button type="button" className={buttonClass("secondary")} onClick={listen}>
            {EXAMPLE_CALL.listen}
          </button>
        </>
      )}
    </div>
  );
}
