import { useQuery } from "convex/react";
import { Circle, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { Card } from "../../../components/card";
import { TEXT_LINK_CLASS } from "../../../components/text-link-class";
import { assistantPathFor, ROUTES } from "../../../lib/routes";
import { publishAction } from "../list/publish-action";
import { usePublishAssistant } from "../list/use-publish-assistant";
import { FIRST_STEPS } from "./texts";

type Step = { title: string; text: ReactNode; isDone: boolean; action?: ReactNode };

/** Until a visitor has talked to the assistant. */
export function FirstSteps({ assistant }: { assistant: Doc<"assistants"> }) {
  const calls = useQuery(api.calls.firstCalls, { assistantId: assistant._id });
  const owner = useQuery(api.auth.loggedInUser);
  const endpoints = useQuery(api.webhooks.listEndpoints);
  const messengers = useQuery(api.messengers.listMessengers);
  const recipients = useQuery(api.outcomeMails.listRecipients);
  const trial = useQuery(api.usage.checkFreeTrialLimit);
  const isSubscribed = trial?.hasSubscription === true;
  const publishing = usePublishAssistant(assistant, isSubscribed);
  if (
    calls === undefined ||
    owner === undefined ||
    endpoints === undefined ||
    messengers === undefined ||
    recipients === undefined ||
    trial === undefined ||
    calls.hasVisitorCall
  ) {
    return null;
  }
  const { tryIt, publish, site, address, outcomes } = FIRST_STEPS;
  const { published, seenSites = [] } = assistant;
  const [own, ...others] = recipients ?? [];
  const isConnected = endpoints.length > 0 || messengers.length > 0;
  const hasChosen = isConnected || others.length > 0 || (own?.when ?? "each") !== "each";
  const steps: Step[] = [
    {
      title: tryIt.title,
      text: (
        <>
          <span className="max-lg:hidden">{tryIt.text}</span>
          <span className="lg:hidden">{tryIt.textOnPhones}</span>
        </>
      ),
      isDone: calls.hasTestCall,
    },
    // Where no mail can be sent, there is nothing to confirm.
    ...(recipients === null
      ? []
      : [
          {
            ...address,
            text: address.text(owner?.email ?? ""),
            isDone: owner?.addressProblem === null,
            action: linkTo(ROUTES.account, address.action),
          },
        ]),
    {
      title: publish.title,
      text: isSubscribed ? publish.text : publish.textWithoutPlan,
      isDone: published,
      action: isSubscribed ? (
        <button
          type="button"
          className={TEXT_LINK_CLASS}
          disabled={publishing.isBusy}
          onClick={publishing.toggle}
        >
          {publishAction(published, isSubscribed).text}
        </button>
      ) : (
        linkTo(ROUTES.subscription, publish.viewPlans)
      ),
    },
    {
      ...site,
      isDone: seenSites.length > 0,
      action: linkTo(assistantPathFor(assistant._id, "sites"), site.action),
    },
    { ...outcomes, isDone: hasChosen, action: linkTo(ROUTES.connections, outcomes.action) },
  ];

  return (
    <Card title={FIRST_STEPS.title} subtitle={FIRST_STEPS.intro}>
      <ol className="grid gap-4">
        {steps.map(({ title, text, isDone, action }) => {
          const Icon = isDone ? CircleCheck : Circle;
          return (
            <li key={title} className="flex gap-3">
              <Icon
                size={20}
                strokeWidth={1.75}
                className={isDone ? "shrink-0 text-good" : "shrink-0 text-faint"}
                aria-hidden
              />
              <div className="grid min-w-0 gap-0.5">
                <p className={isDone ? "text-muted" : "font-medium"}>
                  <span className="sr-only">{isDone ? FIRST_STEPS.done : FIRST_STEPS.open} </span>
                  {title}
                </p>
                {!isDone && <p className="wrap-anywhere text-muted">{text}</p>}
                {!isDone && action}
              </div>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

function linkTo(path: string, text: string) {
  return (
    <Link to={path} className={TEXT_LINK_CLASS}>
      {text}
    </Link>
  );
}
