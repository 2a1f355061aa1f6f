import { Copy } from "lucide-react";
import { toast } from "../lib/toast";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { SECRET } from "./dashboard-texts";

type SecretDialogProps = {
  title: string;
  /** What the secret is for, and that it will not be shown again. */
  explanation: string;
  secret: string;
  onClose: () => void;
};

/** Shows a secret once. We do not store it. */
export function SecretDialog({ title, explanation, secret, onClose }: SecretDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="mt-2 grid gap-4">
        <p className="text-muted">{explanation}</p>
        <code
          aria-label={SECRET.label}
          className="rounded-control border border-line bg-canvas p-3 text-small wrap-anywhere select-all"
        >
          {secret}
        </code>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={() => void copy(secret)}>
            <Copy size={16} strokeWidth={1.75} aria-hidden />
            {SECRET.copy}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {SECRET.done}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

async function copy(secret: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(secret);
    toast.success(SECRET.copied);
  } catch {
    toast.error(SECRET.notCopied);
  }
}
