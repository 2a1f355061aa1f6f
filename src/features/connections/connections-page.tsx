import { Suspense } from "react";
import { Contained } from "../../components/contained";
import { lazyPart } from "../../components/lazy-part";
import { Spinner } from "../../components/spinner";
import { usePageTitle } from "../../lib/use-page-title";
import { OutcomeMailCard } from "./outcome-mail-card";
import { WebhooksCard } from "./webhooks-card";

const ApiKeysCard = lazyPart(() => import("./api-keys-card"), "ApiKeysCard");

export function ConnectionsPage() {
  usePageTitle("Connections");
  return (
    <div className="grid gap-6">
      <h1 className="text-title font-semibold">Connections</h1>
      <Contained what="where mail goes">
        <OutcomeMailCard />
      </Contained>
      <Contained what="your webhooks">
        <WebhooksCard />
      </Contained>
      <Contained what="your API keys">
        <Suspense fallback={<Spinner label="Loading your API keys" />}>
          <ApiKeysCard />
        </Suspense>
      </Contained>
    </div>
  );
}
