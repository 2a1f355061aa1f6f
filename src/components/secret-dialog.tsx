import { Copy } from "lucide-react";
import { toast } from "../lib/toast";
import { Button } from "./button";
import { Dialog } from "./dialog";

type SecretDialogProps = {
  title: string;
  /** What it is for, and that it is not shown again. */
  explanation: string;
  secret: string;
  onClose: () => void;
};

/** Shown once: it is stored nowhere. */
export function SecretDialog({ title, explanation, secret, onClose }: SecretDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="mt-2 grid gap-4">
        <p className="text-muted">{explanation}</p>
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
