import { usePaginatedQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { Badge } from "../../components/badge";
import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { Fact } from "../../components/fact";
import { Spinner } from "../../components/spinner";
import { formatPrice } from "../../lib/format-price";
import { formatCost, formatNumber } from "../../lib/formats";
import { SPEND, STATES } from "./texts";

type OwnerSpend = FunctionReturnType<typeof api.operatorPage.pageSpend>["page"][number];

const PAGE_SIZE = 20;
const MICROS_PER_DOLLAR = 1_000_000;
const MICROS_PER_CENT = MICROS_PER_DOLLAR / 100;

export function SpendCard() {
  const owners = usePaginatedQuery(api.operatorPage.pageSpend, {}, { initialNumItems: PAGE_SIZE });
  const { status, results, loadMore } = owners;
  return (
    <Card title={SPEND.title} subtitle={SPEND.subtitle}>
      {status === "LoadingFirstPage" ? (
        <Spinner label={SPEND.loading} />
      ) : results.length === 0 ? (
        <p className="text-muted">{SPEND.empty}</p>
      ) : (
        <ul aria-label={SPEND.title} className="grid divide-y divide-line">
          {results.map((owner) => (
            <OwnerRow key={owner.id} owner={owner} />
          ))}
        </ul>
      )}
      {(status === "CanLoadMore" || status === "LoadingMore") && (
        <Button
          className="justify-self-start"
          disabled={status === "LoadingMore"}
          onClick={() => loadMore(PAGE_SIZE)}
        >
          {status === "LoadingMore" ? SPEND.loadingMore : SPEND.more}
        </Button>
      )}
    </Card>
  );
}

function OwnerRow({ owner }: { owner: OwnerSpend }) {
  const { email, planName, state, isDisputed, period, costMicros } = owner;
  const name = email ?? SPEND.deleted;
  const isLosing =
    state === "active" &&
    period.costMicros !== null &&
    period.costMicros > period.paysCents * MICROS_PER_CENT;
  return (
    <li aria-label={name} className="grid gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        {planName !== null && <span className="text-muted">{planName}</span>}
        <Badge tone="neutral">{STATES[state]}</Badge>
        {isDisputed && <Badge tone="bad">{SPEND.disputed}</Badge>}
        {isLosing && <Badge tone="warn">{SPEND.losing}</Badge>}
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 tabular-nums sm:grid-cols-4">
        <Fact label={SPEND.minutes}>{formatNumber(period.minutes)}</Fact>
        <Fact label={SPEND.cost}>
          {period.costMicros === null ? SPEND.unknown : dollars(period.costMicros)}
        </Fact>
        <Fact label={SPEND.pays}>{formatPrice(period.paysCents)}</Fact>
        <Fact label={SPEND.total}>{dollars(costMicros)}</Fact>
      </dl>
    </li>
  );
}

function dollars(micros: number): string {
  return formatCost(micros / MICROS_PER_DOLLAR);
}
