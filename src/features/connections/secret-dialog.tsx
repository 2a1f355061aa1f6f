import { Copy } from "lucide-react";
import { Button } from "../../components/button";
import { Dialog } from "../../components/dialog";
import { toast } from "../../lib/toast";

type SecretDialogProps = { secret: string; onClose: () => void };

/** Shown once: it is kept nowhere. */
export function SecretDialog({ secret, onClose }: SecretDialogProps) {
  return (
    <Dialog title="The endpoint's secret" onClose={onClose}>
      <div className="mt-2 grid gap-4">
        <p className="text-muted">
          Your server checks with it that a message is from us. Copy it now: nobody can show it
          again, but you can make a new one.
        </p>
        <code
          aria-label="Secret"
          className="rounded-control border border-line bg-canvas p-3 text-small wrap-anywhere select-all"
        >
          {secret}
        </code>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={() => void copy(secret)}>
            <Copy size={16} strokeWidth={1.75} aria-hidden />
            Copy
          </Button>
          <Button variant="primary" onClick={onClose}>
            I have it
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

async function copy(secret: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(secret);
    toast.success("Secret copied.");
  } catch {
    toast.error("Failed to copy. Mark the secret and copy it yourself.");
  }
}
