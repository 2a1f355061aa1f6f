import { useQuery } from "convex/react";
import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { Spinner } from "../../components/spinner";
import { readSupportEmail } from "../../lib/env";
import { ROUTES } from "../../lib/routes";
import { usePageTitle } from "../../lib/use-page-title";
import { AuthCard, INLINE_LINK, LINK_ALONE } from "./auth-card";
import { AuthFrame } from "./auth-frame";
import { NewPassword } from "./new-password";
import { RequestReset } from "./request-reset";
import { NEW_PASSWORD, REQUEST_RESET } from "./texts";

type ResetRequest = { email: string; request: string };

/** Requests an email to reset the password. The link in that email leads here; its code is entered here. */
export function ForgotPage() {
  usePageTitle(NEW_PASSWORD.title);
  const contact = useQuery(api.contact.getContactDetails);
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const [request, setRequest] = useState<ResetRequest | null>(null);
  const key = params.get("key");

  function startOver() {
    setRequest(null);
    setParams({}, { replace: true });
  }

  function goToDashboard() {
    void navigate(ROUTES.dashboard, { replace: true });
  }

  if (contact === undefined) return <Spinner label="Loading" />;
  return (
    <AuthFrame>
      {key !== null ? (
        <NewPassword
          credential={{ kind: "link", key }}
          onDone={goToDashboard}
          onRequestAgain={startOver}
        />
      ) : request !== null ? (
        <NewPassword
          credential={{ kind: "code", ...request }}
          onDone={goToDashboard}
          onRequestAgain={startOver}
        />
      ) : contact.sendsMail ? (
        <RequestReset onRequested={setRequest} />
      ) : (
        <NoMail supportEmail={contact.supportEmail ?? readSupportEmail(import.meta.env)} />
      )}
    </AuthFrame>
  );
}

function NoMail({ supportEmail }: { supportEmail: string }) {
  return (
    <AuthCard
      title={REQUEST_RESET.title}
      intro={
        <>
          {REQUEST_RESET.noEmailBefore}
          <a href={`mailto:${supportEmail}`} className={INLINE_LINK}>
            {supportEmail}
          </a>
          .
        </>
      }
    >
      <p className="text-center">
        <Link to={ROUTES.login} className={LINK_ALONE}>
          {REQUEST_RESET.back}
        </Link>
      </p>
    </AuthCard>
  );
}
