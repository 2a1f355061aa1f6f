import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { Card } from "../../components/card";
import { Spinner } from "../../components/spinner";
import { type AttentionItem, attentionTextOf } from "./attention-texts";
import { ATTENTION } from "./texts";

export function AttentionCard() {
  const attention = useQuery(api.operatorPage.attention);
  return (
    <Card title={ATTENTION.title} subtitle={ATTENTION.subtitle}>
      {attention === undefined ? (
        <Spinner label={ATTENTION.loading} />
      ) : attention.items.length === 0 ? (
        <p className="text-muted">{ATTENTION.empty}</p>
      ) : (
        <ul aria-label={ATTENTION.title} className="grid gap-4">
          {attention.items.map((item) => (
            <AttentionRow key={JSON.stringify(item)} item={item} />
          ))}
        </ul>
      )}
      {attention?.isMore === true && <p className="text-small text-muted">{ATTENTION.more}</p>}
    </Card>
  );
}

function AttentionRow({ item }: { item: AttentionItem }) {
  const { what, mend, command } = attentionTextOf(item);
  return (
    <li className="grid gap-1 border-l-2 border-warn pl-3">
      <p className="font-medium wrap-anywhere">{what}</p>
      <p className="text-muted">{mend}</p>
      {command !== undefined && <code className="text-small break-all">{command}</code>}
    </li>
  );
}
