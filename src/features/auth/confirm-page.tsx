import { useConvexAuth, useMutation } from "convex/react";
import { Link, useLocation, useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { buttonClass } from "../../components/button-class";
import { Spinner } from "../../components/spinner";
import { planOf } from "../../../convex/shared/plans";
import { planPathFor } from "../../lib/plan-path";
import { loginPathFor, ROUTES } from "../../lib/routes";
import { usePageTitle } from "../../lib/use-page-title";
import { AuthCard } from "./auth-card";
import { AuthFrame } from "./auth-frame";
import { LinkCard } from "./link-card";
import { CONFIRM } from "./texts";
import { UnsubscribeCard } from "./unsubscribe-card";

const { ownAddress: ADDRESS, newAddress: NEW, recipient: RECIPIENT } = CONFIRM;

/** The page behind the links in emails that the reader has to confirm with a click. */
export function ConfirmPage() {
  const [params] = useSearchParams();
  return <AuthFrame>{cardFor(params)}</AuthFrame>;
}

function cardFor(params: URLSearchParams) {
  const [key, to, stopKey] = [params.get("key") ?? "", params.get("to"), params.get("stop")];
  if (stopKey !== null) return <UnsubscribeCard stopKey={stopKey} />;
  const recipientKey = params.get("recipient");
  if (recipientKey !== null) return <RecipientCard keyText={recipientKey} />;
  return to === null ? <OwnAddress keyText={key} /> : <NewAddress keyText={key} to={to} />;
}

function OwnAddress({ keyText: key }: { keyText: string }) {
  usePageTitle(ADDRESS.title);
  const confirm = useMutation(api.account.confirmAddress);
  return (
    <LinkCard
      title={ADDRESS.title}
      intro={ADDRESS.intro}
      action={ADDRESS.action}
      done={ADDRESS.done}
      confirm={async () => {
        const planType = await confirm({ key });
        if (planType === null) return null;
        return {
          thanks: ADDRESS.trialReady,
          label: ADDRESS.continueWith(planOf(planType).name),
          to: planPathFor(planType),
        };
      }}
    />
  );
}

/** For a recipient of outcome emails, who does not need an account. */
function RecipientCard({ keyText: key }: { keyText: string }) {
  usePageTitle(RECIPIENT.title);
  const confirm = useMutation(api.outcomeMails.confirmRecipient);
  return (
    <LinkCard
      title={RECIPIENT.title}
      intro={RECIPIENT.intro}
      action={RECIPIENT.action}
      done={RECIPIENT.done}
      next={TO_HOME}
      confirm={() => confirm({ key })}
    />
  );
}

const TO_HOME = { label: RECIPIENT.next, to: ROUTES.landing };

/** Only the account's owner may confirm: a mistyped address belongs to a stranger, who receives this link too. */
function NewAddress({ keyText: key, to }: { keyText: string; to: string }) {
  usePageTitle(NEW.title);
  const confirm = useMutation(api.account.confirmNewAddress);
  const { isLoading, isAuthenticated } = useConvexAuth();
  const { pathname, search } = useLocation();
  if (isLoading) return <Spinner label={CONFIRM.checking} />;
  if (!isAuthenticated) {
    return (
      <AuthCard title={NEW.title} intro={NEW.signInFirst}>
        <Link to={loginPathFor(pathname + search)} className={buttonClass("primary")}>
          {NEW.signIn}
        </Link>
      </AuthCard>
    );
  }
  return (
    <LinkCard
      title={NEW.title}
      intro={NEW.intro(to)}
      action={NEW.action}
      done={NEW.done}
      confirm={() => confirm({ to, key })}
    />
  );
}
