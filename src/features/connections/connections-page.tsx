import { Suspense } from "react";
import { Contained } from "../../components/contained";
import { lazyPart } from "../../components/lazy-part";
import { Spinner } from "../../components/spinner";
import { usePageTitle } from "../../lib/use-page-title";
import { OutcomeMailCard } from "./outcome-mail-card";
import { API_KEYS, PAGE } from "./texts";
import { WebhooksCard } from "./webhooks-card";

const MessengersCard = lazyPart(() => import("./messengers-card"), "MessengersCard");
const ApiKeysCard = lazyPart(() => import("./api-keys-card"), "ApiKeysCard");

export function ConnectionsPage() {
  usePageTitle(PAGE.title);
  return (
    <div className="grid gap-6">
      <h1 className="text-title font-semibold">{PAGE.title}</h1>
      <Contained what={PAGE.mailPart}>
        <OutcomeMailCard />
      </Contained>
      <Contained what={PAGE.messengersPart}>
        <Suspense fallback={<Spinner label={PAGE.messengersLoading} />}>
          <MessengersCard />
        </Suspense>
      </Contained>
      <Contained what={PAGE.webhooksPart}>
        <WebhooksCard />
      </Contained>
      <Contained what={PAGE.keysPart}>
        <Suspense fallback={<Spinner label={API_KEYS.loading} />}>
          <ApiKeysCard />
        </Suspense>
      </Contained>
    </div>
  );
}
