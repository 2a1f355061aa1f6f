import { useConvexAuth, useMutation } from "convex/react";
import { Link, useLocation, useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { buttonClass } from "../../components/button-class";
import { Spinner } from "../../components/spinner";
import { planOf } from "../../../convex/catalog/plans";
import { planPathFor } from "../../lib/plan-path";
import { loginPathFor, ROUTES } from "../../lib/routes";
import { usePageTitle } from "../../lib/use-page-title";
import { AuthCard } from "./auth-card";
import { AuthFrame } from "./auth-frame";
import { LinkCard } from "./link-card";
import { StopMailCard } from "./stop-mail-card";

/** Where links in mails lead that need a press: they share an address and a chunk. */
export function ConfirmPage() {
  const [params] = useSearchParams();
  return <AuthFrame>{cardFor(params)}</AuthFrame>;
}

function cardFor(params: URLSearchParams) {
  const [key, to, stopKey] = [params.get("key") ?? "", params.get("to"), params.get("stop")];
  if (stopKey !== null) return <StopMailCard stopKey={stopKey} />;
  const recipientKey = params.get("recipient");
  if (recipientKey !== null) return <AgreeCard keyText={recipientKey} />;
  return to === null ? <OwnAddress keyText={key} /> : <NewAddress keyText={key} to={to} />;
}

function OwnAddress({ keyText: key }: { keyText: string }) {
  usePageTitle("Confirm your email address");
  const confirm = useMutation(api.account.confirmAddress);
  return (
    <LinkCard
      title="Confirm your email address"
      intro="One press, and we know that the address you signed up with is yours."
      action="Confirm address"
      done="Your address is confirmed"
      press={async () => {
        const planType = await confirm({ key });
        if (planType === null) return null;
        return {
          thanks: "Thank you. Your free trial can begin now.",
          label: `Continue with ${planOf(planType).name}`,
          to: planPathFor(planType),
        };
      }}
    />
  );
}

/** Of somebody who may have no account, and need not get one. */
function AgreeCard({ keyText: key }: { keyText: string }) {
  usePageTitle("Mail from an account");
  const confirm = useMutation(api.outcomeMails.confirmRecipient);
  return (
    <LinkCard
      title="Mail from an account"
      intro="One press, and what visitors leave in their talks comes to your address by mail. Every mail has a link that ends it."
      action="Yes, send them"
      done="Mail comes to you from now on"
      next={TO_HOME}
      press={() => confirm({ key })}
    />
  );
}

const TO_HOME = { label: "Go to the home page", to: ROUTES.landing };

/** Only its owner may: an address that was mistyped is a stranger's, who gets this link too. */
function NewAddress({ keyText: key, to }: { keyText: string; to: string }) {
  usePageTitle("Confirm your new email address");
  const confirm = useMutation(api.account.confirmNewAddress);
  const { isLoading, isAuthenticated } = useConvexAuth();
  const { pathname, search } = useLocation();
  const title = "Confirm your new email address";
  if (isLoading) return <Spinner label="Checking whether you are signed in" />;
  if (!isAuthenticated) {
    return (
      <AuthCard
        title={title}
        intro="Sign in first, with the address that your account has now. Then you come back here."
      >
        <Link to={loginPathFor(pathname + search)} className={buttonClass("primary")}>
          Sign in
        </Link>
      </AuthCard>
    );
  }
  return (
    <LinkCard
      title={title}
      intro={`One press, and ${to} is the address of your account: you sign in with it, and mail goes there.`}
      action="Confirm new address"
      done="Your email address was changed"
      press={() => confirm({ to, key })}
    />
  );
}
