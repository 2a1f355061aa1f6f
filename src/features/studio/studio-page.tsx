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
    <>
      <SampleWebsite />
      <main className="pointer-events-none fixed inset-0 z-10 flex items-start justify-center overflow-y-auto p-4 sm:p-8 lg:justify-end lg:px-[max(2rem,calc((100vw-1120px)/2))]">
        <section
          aria-labelledby="studio-title"
          className="pointer-events-auto mt-8 grid w-full max-w-card gap-5 rounded-card border border-line bg-raised p-6 shadow-soft sm:mt-24"
        >
          <Contained what={STUDIO.part}>
            <LoadedStudio />
          </Contained>
        </section>
      </main>
    </>
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
