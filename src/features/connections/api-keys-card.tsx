import { useQuery } from "convex/react";
import { ExternalLink, KeyRound, Plus } from "lucide-react";
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
import { NoneYet } from "./none-yet";
import { API_KEYS } from "./texts";

export function ApiKeysCard() {
  const keys = useQuery(api.apiKeys.listKeys);
  const [isCreating, setIsCreating] = useState(false);
  const isFull = keys !== undefined && keys.length >= MAX_API_KEYS;

  return (
    <Card title={API_KEYS.title} subtitle={API_KEYS.subtitle}>
      {keys === undefined ? (
        <Spinner label={API_KEYS.loading} />
      ) : keys.length === 0 ? (
        <NoneYet Icon={KeyRound} text={API_KEYS.empty} />
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
            setIsCreating(true);
          }}
        >
          <Plus size={16} strokeWidth={1.75} aria-hidden />
          {API_KEYS.create}
        </Button>
        <a href={API_EXAMPLES_PATH} target="_blank" className={buttonClass("quiet")}>
          <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
          {API_KEYS.examples}
        </a>
        <a href={`${apiAddress()}/openapi.json`} target="_blank" className={buttonClass("quiet")}>
          <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
          {API_KEYS.openApi}
        </a>
        {isFull && <p className="text-muted">{API_KEY_REFUSALS.tooMany}</p>}
      </div>
      {isCreating && (
        <NewKeyDialog
          onClose={() => {
            setIsCreating(false);
          }}
        />
      )}
    </Card>
  );
}
