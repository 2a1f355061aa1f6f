import { Copy } from "lucide-react";
import { API_SCOPES, type ApiScope } from "../../../convex/shared/apiKeys";
import { Button } from "../../components/button";
import { toast } from "../../lib/toast";
import { apiAddress } from "./api-address";
import { SCOPE_WORDS } from "./scope-words";

type MadeKeyProps = { secret: string; scopes: ApiScope[]; onClose: () => void };

/** The one time that a key is shown. */
export function MadeKey({ secret, scopes, onClose }: MadeKeyProps) {
  const first = API_SCOPES.find((scope) => scopes.includes(scope)) ?? API_SCOPES[0];
  const line = `curl -H "Authorization: Bearer ${secret}" ${apiAddress()}${SCOPE_WORDS[first].path}`;

  return (
    <div className="mt-2 grid gap-5">
      <p className="rounded-control bg-warn-soft px-3 py-2 text-warn">
        Copy it now: it is not shown again. Whoever has it can read what it is for, so keep it on
        servers, out of web pages and out of code that you share.
      </p>
      <Copied title="Key" what="key" text={secret} />
      <Copied title="Try it" what="line" text={line} />
      <Button variant="primary" className="justify-self-end" onClick={onClose}>
        Done
      </Button>
    </div>
  );
}

function Copied({ title, what, text }: { title: string; what: string; text: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(`The ${what} was copied.`);
    } catch {
      toast.error("Failed to copy. Please select it and copy it yourself.");
    }
  }

  return (
    <div className="grid gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <p className="font-medium">{title}</p>
        <Button variant="quiet" aria-label={`Copy ${what}`} onClick={() => void copy()}>
          <Copy size={16} strokeWidth={1.75} aria-hidden />
          Copy
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
