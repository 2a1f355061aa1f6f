import { useState, type ComponentType } from "react";
import { SectionHeading } from "./section-heading";
import type { TryForm } from "./site-trial/try-form";
import { TRY } from "./texts";
import { useWhenIdle } from "./use-when-idle";

/** The form follows when the page is painted, in space that is reserved for it. Where trials are off, the section goes. */
export function TrySection() {
  // Null where trials are off.
  const [Form, setForm] = useState<ComponentType<Parameters<typeof TryForm>[0]> | null>();
  const remove = () => setForm(null);
  useWhenIdle(() => {
    import("./site-trial/try-form").then(({ TryForm }) => setForm(() => TryForm), remove);
  });

  return (
    Form !== null && (
      <section
        aria-labelledby="try-title"
        className="mx-auto grid max-w-page items-start gap-12 px-4 py-16 lg:grid-cols-2 lg:py-24"
      >
        <SectionHeading id="try" {...TRY} />
        <div className="min-h-56">{Form && <Form onOff={remove} />}</div>
      </section>
    )
  );
}
