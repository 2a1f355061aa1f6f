import { useQuery } from "convex/react";
import { ExternalLink, Plus } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { API_KEY_REFUSALS, MAX_API_KEYS } from "../../../convex/shared/apiKeys";
import { Button } from "../../components/button";
import { buttonClass } from "../../components/button-class";
import { Card } from "../../components/card";
import { Spinner } from "../../components/spinner";
import { API_EXAMPLES_PATH, apiAddress } from "./api-address";
import { ApiKeyRow } from "./api-key-row";
import { NewKeyDialog } from "./new-key-dialog";

/** Keys by which the owner's own programs read what is theirs. */
export function ApiKeysCard() {
  const keys = useQuery(api.apiKeys.listKeys);
  const [isMaking, setIsMaking] = useState(false);
  const isFull = keys !== undefined && keys.length >= MAX_API_KEYS;

  return (
    <Card
      title="API keys"
      subtitle="With a key your own programs read your assistants, your calls and what they left behind."
    >
      {keys === undefined ? (
        <Spinner label="Loading your API keys" />
      ) : keys.length === 0 ? (
        <p>
          You have no key yet. Make one, and fetch your calls into a spreadsheet, a database or a
          report of your own.
        </p>
      ) : (
        <ul className="grid gap-4">
          {keys.map((key) => (
            <ApiKeyRow key={key.id} apiKey={key} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          disabled={keys === undefined || isFull}
          onClick={() => {
            setIsMaking(true);
          }}
        >
          <Plus size={16} strokeWidth={1.75} aria-hidden />
          New key
        </Button>
        <a href={API_EXAMPLES_PATH} target="_blank" className={buttonClass("quiet")}>
          <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
          Examples
        </a>
        <a href={`${apiAddress()}/openapi.json`} target="_blank" className={buttonClass("quiet")}>
          <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
          OpenAPI
        </a>
        {isFull && <p className="text-muted">{API_KEY_REFUSALS.tooMany}</p>}
      </div>
      {isMaking && (
        <NewKeyDialog
          onClose={() => {
            setIsMaking(false);
          }}
        />
      )}
    </Card>
  );
}
