import { Copy } from "lucide-react";
import { API_SCOPES, type ApiScope } from "../../../convex/shared/apiKeys";
import { Button } from "../../components/button";
import { toast } from "../../lib/toast";
import { apiAddress } from "./api-address";
import { NEW_KEY, SCOPES } from "./texts";

type CreatedKeyProps = { secret: string; scopes: ApiScope[]; onClose: () => void };

/** The only time that a key is shown. */
export function CreatedKey({ secret, scopes, onClose }: CreatedKeyProps) {
  const first = API_SCOPES.find((scope) => scopes.includes(scope)) ?? API_SCOPES[0];
  const command = `curl -H "Authorization: Bearer ${secret}" ${apiAddress()}${SCOPES[first].path}`;

  return (
    <div className="mt-2 grid gap-5">
      <p className="rounded-control bg-warn-soft px-3 py-2 text-warn">{NEW_KEY.warning}</p>
      <CopyBox
        title={NEW_KEY.key}
        copyLabel={NEW_KEY.copyKeyLabel}
        copied={NEW_KEY.keyCopied}
        text={secret}
      />
      <CopyBox
        title={NEW_KEY.example}
        copyLabel={NEW_KEY.copyExampleLabel}
        copied={NEW_KEY.exampleCopied}
        text={command}
      />
      <Button variant="primary" className="justify-self-end" onClick={onClose}>
        {NEW_KEY.done}
      </Button>
    </div>
  );
}

type CopyBoxProps = { title: string; copyLabel: string; copied: string; text: string };

function CopyBox({ title, copyLabel, copied, text }: CopyBoxProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(copied);
    } catch {
      toast.error(NEW_KEY.copyFailed);
    }
  }

  return (
    <div className="grid gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <p className="font-medium">{title}</p>
        <Button variant="quiet" aria-label={copyLabel} onClick={() => void copy()}>
          <Copy size={16} strokeWidth={1.75} aria-hidden />
          {NEW_KEY.copy}
        </Button>
      </div>
      <div
        role="group"
        aria-label={title}
        className="rounded-control border border-line bg-canvas p-3 text-small break-all select-all"
      >
        <code>{text}</code>
      </div>
    </div>
  );
}
