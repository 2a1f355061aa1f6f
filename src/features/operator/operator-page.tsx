import { Contained } from "../../components/contained";
import { usePageTitle } from "../../lib/use-page-title";
import { AttentionCard } from "./attention-card";
import { ChecksCard } from "./checks-card";
import { ErrorsCard } from "./errors-card";
import { LinesCard } from "./lines-card";
import { QueueCard } from "./queue-card";
import { SpendCard } from "./spend-card";
import { PAGE } from "./texts";

export function OperatorPage() {
  usePageTitle(PAGE.title);
  return (
    <div className="grid gap-6">
      <div className="grid gap-1">
        <h1 className="text-title font-semibold">{PAGE.title}</h1>
        <p className="text-muted">{PAGE.text}</p>
      </div>
      <Contained what={PAGE.parts.attention}>
        <AttentionCard />
      </Contained>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <Contained what={PAGE.parts.queue}>
            <QueueCard />
          </Contained>
          <Contained what={PAGE.parts.errors}>
            <ErrorsCard />
          </Contained>
        </div>
        <div className="grid min-w-0 gap-4">
          <Contained what={PAGE.parts.lines}>
            <LinesCard />
          </Contained>
          <Contained what={PAGE.parts.checks}>
            <ChecksCard />
          </Contained>
        </div>
      </div>
      <Contained what={PAGE.parts.spend}>
        <SpendCard />
      </Contained>
    </div>
  );
}
