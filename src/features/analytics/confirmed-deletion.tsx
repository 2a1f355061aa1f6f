import { Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "../../components/button";
import { Dialog } from "../../components/dialog";
import { focusMain } from "../../components/skip-link";
import { reasonOf } from "../../lib/error-reason";
import { toast } from "../../lib/toast";
import { useOneAtATime } from "../../lib/use-one-at-a-time";
import { DELETION } from "./texts";

type ConfirmedDeletionProps = {
  /** The label of the button that opens the dialog and of the one that deletes. */
  label: string;
  title: string;
  done: string;
  failed: string;
  deleteIt: () => Promise<unknown>;
  onDeleted: () => void;
  children: ReactNode;
};

/** A delete button that asks for confirmation. */
export function ConfirmedDeletion(props: ConfirmedDeletionProps) {
  const { label, title, done, failed, deleteIt, onDeleted, children } = props;
  const [isAsking, setIsAsking] = useState(false);
  const { isBusy, run } = useOneAtATime();

  function confirm() {
    run(async () => {
      try {
        await deleteIt();
      } catch (error) {
        toast.error(`${failed} ${reasonOf(error)}`);
        return;
      } finally {
        setIsAsking(false);
      }
      toast.success(done);
      focusMain();
      onDeleted();
    });
  }

  return (
    <>
      <Button
        variant="quiet"
        className="-ml-4 justify-self-start"
        onClick={() => setIsAsking(true)}
      >
        <Trash2 size={16} strokeWidth={1.75} aria-hidden />
        {label}
      </Button>
      {isAsking && (
        <Dialog title={title} onClose={() => setIsAsking(false)}>
          <div className="mt-2 grid gap-4">
            <p className="text-muted">{children}</p>
            <div className="flex flex-wrap justify-end gap-3">
              <Button onClick={() => setIsAsking(false)}>{DELETION.cancel}</Button>
              <Button variant="danger" disabled={isBusy} onClick={confirm}>
                {isBusy ? DELETION.deleting : label}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}
