import { useAction, useQuery } from "convex/react";
import { useState, type SubmitEvent } from "react";
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { OAUTH_PROVIDER_NAMES } from "../../../convex/shared/oauthProviders";
import { ACCOUNT_MESSAGES } from "../../../convex/shared/accountMessages";
import { buttonClass } from "../../components/button-class";
import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { InputField } from "../../components/input-field";
import { ROUTES } from "../../lib/routes";
import { reasonOf } from "../../lib/error-reason";
import { toast } from "../../lib/toast";
import { useOneAtATime } from "../../lib/use-one-at-a-time";
import { PASSWORD } from "./texts";

export function PasswordCard() {
  const methods = useQuery(api.account.getSignInMethods);
  if (methods?.hasPassword !== false) return <ChangePassword />;
  const providers = methods.others.map((way) => OAUTH_PROVIDER_NAMES[way]).join(" and ");
  return (
    <Card title={PASSWORD.title} subtitle={PASSWORD.none(providers)}>
      <Link to={ROUTES.forgot} className={`${buttonClass()} justify-self-start`}>
        {PASSWORD.chooseByEmail}
      </Link>
    </Card>
  );
}

function ChangePassword() {
  const changePassword = useAction(api.account.changePassword);
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const { isBusy, run } = useOneAtATime();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    run(async () => {
      try {
        await changePassword({ current, next });
        setCurrent("");
        setNext("");
        toast.success(ACCOUNT_MESSAGES.passwordChanged);
      } catch (error) {
        toast.error(PASSWORD.failed(reasonOf(error)));
      }
    });
  }

  return (
    <Card title={PASSWORD.title} subtitle={PASSWORD.subtitle}>
      <form className="grid gap-4" onSubmit={submit}>
        <InputField
          label={PASSWORD.current}
          type="password"
          autoComplete="current-password"
          required
          value={current}
          onChange={setCurrent}
        />
        <InputField
          label={PASSWORD.next}
          hint={PASSWORD.nextHint}
          type="password"
          autoComplete="new-password"
          required
          value={next}
          onChange={setNext}
        />
        <Button type="submit" className="justify-self-start" disabled={isBusy}>
          {isBusy ? PASSWORD.submitting : PASSWORD.submit}
        </Button>
      </form>
    </Card>
  );
}
