import clsx from "clsx";
import { useId, useLayoutEffect, useRef, type ReactNode } from "react";

type DialogProps = {
  title: string;
  /** For content to read rather than a question to answer. */
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** Open while it is mounted. The native <dialog> traps the focus and blocks the page behind it. */
export function Dialog({ title, isWide = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={clsx(
        "m-auto w-full rounded-card border border-line bg-raised p-6 text-ink shadow-soft backdrop:bg-scrim",
        isWide ? "max-w-[min(42rem,calc(100vw-2rem))]" : "max-w-[min(28rem,calc(100vw-2rem))]",
      )}
      onCancel={(event) => {
        // The parent closes the dialog by unmounting it.
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={titleId} className="text-lead font-semibold">
        {title}
      </h2>
      {children}
    </dialog>
  );
}
