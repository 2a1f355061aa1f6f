import { useState, type ComponentType } from "react";
import { buttonClass } from "../../components/button-class";

/** Neither the talk nor what plays it is loaded before somebody wants to hear it. */
export function ListenCard() {
  const [Talk, setTalk] = useState<ComponentType>();
  const [words, setWords] = useState("A customer orders a cake. Press, and read along.");

  function listen() {
    import("./example-talk").then(
      ({ ExampleTalk }) => setTalk(() => ExampleTalk),
      () => setWords("It could not be loaded. Try again."),
    );
  }

  return (
    <div className="grid gap-4 rounded-card border border-line bg-raised p-6">
      {Talk ? (
        <Talk />
      ) : (
        <>
          <p role="status" className="text-lead text-pretty">
            {words}
          </p>
          <button type="button" className={buttonClass("primary")} onClick={listen}>
            Hear a talk
          </button>
        </>
      )}
    </div>
  );
}
