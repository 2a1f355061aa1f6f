import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../components/button";
import { Dialog } from "../../components/dialog";
import { focusMain } from "../../components/skip-link";
import { reasonOf } from "../../lib/error-reason";
import { formatDate, formatDateTime } from "../../lib/formats";
import { toast } from "../../lib/toast";
import { useOneAtATime } from "../../lib/use-one-at-a-time";
import { SCOPE_WORDS } from "./scope-words";

type ShownKey = FunctionReturnType<typeof api.apiKeys.listKeys>[number];

export function ApiKeyRow({ apiKey }: { apiKey: ShownKey }) {
  const { name, looks, scopes, createdAtMs, lastUsedAtMs } = apiKey;
  const [isAsking, setIsAsking] = useState(false);
  const used = lastUsedAtMs === null ? "never used" : `used around ${formatDateTime(lastUsedAtMs)}`;

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <KeyRound size={20} strokeWidth={1.75} className="shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium break-words">{name}</p>
        <p className="text-small text-muted">
          <code className="break-all">{looks}</code>
          {`, reads ${scopes.map((scope) => SCOPE_WORDS[scope].label.toLowerCase()).join(", ")}`}
        </p>
        <p className="text-small text-muted">
          Made on {formatDate(createdAtMs)}, {used}
        </p>
      </div>
      <Button
        aria-label={`Revoke ${name}`}
        onClick={() => {
          setIsAsking(true);
        }}
      >
        Revoke
      </Button>
      {isAsking && (
        <RevokeDialog
          apiKey={apiKey}
          onClose={() => {
            setIsAsking(false);
          }}
        />
      )}
    </li>
  );
}

function RevokeDialog({
  apiKey: { id, name },
  onClose,
}: {
  apiKey: ShownKey;
  onClose: () => void;
}) {
  const revoke = useMutation(api.apiKeys.revokeKey);
  const { isBusy, run } = useOneAtATime();

  function confirm() {
    run(async () => {
      try {
        await revoke({ keyId: id });
      } catch (error) {
        toast.error(`Failed to revoke the key. ${reasonOf(error)}`);
        return;
      }
      toast.success("The key was revoked.");
      onClose();
      focusMain();
    });
  }

  return (
    <Dialog title={`Revoke “${name}”?`} onClose={onClose}>
      <div className="mt-2 grid gap-4">
        <p className="text-muted">
          Whatever uses this key is refused from now on. It cannot be undone.
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" disabled={isBusy} onClick={confirm}>
            {isBusy ? "Revoking..." : "Revoke key"}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
