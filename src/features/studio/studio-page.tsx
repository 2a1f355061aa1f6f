import { useQuery } from "convex/react";
import { useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { AddressBanner } from "../../components/address-banner";
import { Contained } from "../../components/contained";
import { Spinner } from "../../components/spinner";
import { usePageTitle } from "../../lib/use-page-title";
import { SampleWebsite } from "./sample-website";
import { Studio } from "./studio";
import { STUDIO } from "./texts";

const ASSISTANT_PARAM = "assistant";

export function StudioPage() {
  usePageTitle(STUDIO.title);
  return (
    <SampleWebsite>
      <main className="z-10 p-3 lg:absolute lg:inset-y-0 lg:right-(--side) lg:w-card lg:px-0 lg:py-8">
        <section
          aria-labelledby="studio-title"
          className="grid gap-4 rounded-card border border-line bg-raised p-4 shadow-soft lg:sticky lg:top-8 lg:max-h-[calc(100dvh-10rem)] lg:gap-5 lg:overflow-y-auto lg:p-6"
        >
          <Contained what={STUDIO.part}>
            <LoadedStudio />
          </Contained>
        </section>
      </main>
    </SampleWebsite>
  );
}

function LoadedStudio() {
  const assistants = useQuery(api.assistants.listAssistants);
  const usage = useQuery(api.usage.getTestUsage);
  const owner = useQuery(api.auth.loggedInUser);
  const limits = useQuery(api.usage.checkUsageLimits);
  const subscription = useQuery(api.subscriptions.getUserSubscription);
  const spending = useQuery(api.subscriptions.getSpendingLimit);
  const [params, setParams] = useSearchParams();

  if (
    assistants === undefined ||
    usage === undefined ||
    owner === undefined ||
    limits === undefined ||
    subscription === undefined ||
    spending === undefined
  ) {
    return <Spinner label={STUDIO.loading} />;
  }
  const { hasSubscription } = limits;
  const isTrial = subscription?.status === "trialing";
  const isUsedUp = isTrial ? limits.overLimit : spending?.state === "reached";
  const trouble = hasSubscription ? null : (owner?.addressProblem ?? null);
  return (
    <>
      <Studio
        assistants={assistants}
        usage={usage}
        plan={hasSubscription ? { ...limits, isTrial, isUsedUp } : null}
        chosenId={params.get(ASSISTANT_PARAM)}
        onChoose={(embedId) =>
          setParams(embedId === null ? {} : { [ASSISTANT_PARAM]: embedId }, { replace: true })
        }
      />
      {trouble !== null && (
        <div className="-mb-6">
          <AddressBanner email={owner?.email} addressProblem={trouble} />
        </div>
      )}
    </>
  );
}
