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
import { API_KEYS, SCOPES } from "./texts";

type ShownKey = FunctionReturnType<typeof api.apiKeys.listKeys>[number];

export function ApiKeyRow({ apiKey }: { apiKey: ShownKey }) {
  const { name, looks, scopes, createdAtMs, lastUsedAtMs } = apiKey;
  const [isConfirming, setIsConfirming] = useState(false);
  const used =
    lastUsedAtMs === null ? API_KEYS.neverUsed : API_KEYS.lastUsed(formatDateTime(lastUsedAtMs));
  const scopeNames = scopes.map((scope) => SCOPES[scope].label.toLowerCase()).join(", ");

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <KeyRound size={20} strokeWidth={1.75} className="shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium break-words">{name}</p>
        <p className="text-small text-muted">
          <code className="break-all">{looks}</code>
          {API_KEYS.reads(scopeNames)}
        </p>
        <p className="text-small text-muted">{API_KEYS.created(formatDate(createdAtMs), used)}</p>
      </div>
      <Button
        aria-label={API_KEYS.revokeLabel(name)}
        onClick={() => {
          setIsConfirming(true);
        }}
      >
        {API_KEYS.revoke}
      </Button>
      {isConfirming && (
        <RevokeDialog
          apiKey={apiKey}
          onClose={() => {
            setIsConfirming(false);
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
        toast.error(`${API_KEYS.revokeFailed} ${reasonOf(error)}`);
        return;
      }
      toast.success(API_KEYS.revoked);
      onClose();
      focusMain();
    });
  }

  return (
    <Dialog title={API_KEYS.revokeTitle(name)} onClose={onClose}>
      <div className="mt-2 grid gap-4">
        <p className="text-muted">{API_KEYS.revokeText}</p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{API_KEYS.cancel}</Button>
          <Button variant="danger" disabled={isBusy} onClick={confirm}>
            {isBusy ? API_KEYS.revoking : API_KEYS.confirmRevoke}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
