import { Contained } from "../../components/contained";
import { usePageTitle } from "../../lib/use-page-title";
import { OutcomeMailCard } from "./outcome-mail-card";
import { WebhooksCard } from "./webhooks-card";

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
    </div>
  );
}
