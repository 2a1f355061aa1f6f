import { useQuery } from "convex/react";
import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { Spinner } from "../../components/spinner";
import { readSupportEmail } from "../../lib/env";
import { ROUTES } from "../../lib/routes";
import { usePageTitle } from "../../lib/use-page-title";
import { AskForMail } from "./ask-for-mail";
import { AuthCard, IN_WORDS } from "./auth-card";
import { AuthFrame } from "./auth-frame";
import { NewPassword } from "./new-password";

type Asked = { email: string; request: string };

/** For who forgot the password: a mail is asked for, and its link leads here, or its code is typed here. */
export function ForgotPage() {
  usePageTitle("Choose a new password");
  const contact = useQuery(api.contact.getContactDetails);
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked | null>(null);
  const key = params.get("key");

  function begin() {
    setAsked(null);
    setParams({}, { replace: true });
  }

  function enter() {
    void navigate(ROUTES.dashboard, { replace: true });
  }

  if (contact === undefined) return <Spinner label="Loading" />;
  return (
    <AuthFrame>
      {key !== null ? (
        <NewPassword proof={{ key }} onDone={enter} onAskAgain={begin} />
      ) : asked !== null ? (
        <NewPassword proof={asked} onDone={enter} onAskAgain={begin} />
      ) : contact.sendsMail ? (
        <AskForMail onAsked={setAsked} />
      ) : (
        <NoMail supportEmail={contact.supportEmail ?? readSupportEmail(import.meta.env)} />
      )}
    </AuthFrame>
  );
}

function NoMail({ supportEmail }: { supportEmail: string }) {
  return (
    <AuthCard
      title="Forgot your password?"
      intro={
        <>
          This site cannot send mail, so nobody can choose a new password here. Please write to{" "}
          <a href={`mailto:${supportEmail}`} className={IN_WORDS}>
            {supportEmail}
          </a>
          .
        </>
      }
    >
      <p className="text-center">
        <Link to={ROUTES.login} className={IN_WORDS}>
          Back to sign in
        </Link>
      </p>
    </AuthCard>
  );
}
