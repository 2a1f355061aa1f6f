import { useAction, useQuery } from "convex/react";
import { useState, type SubmitEvent } from "react";
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { OAUTH_PROVIDER_NAMES } from "../../../convex/shared/oauthProviders";
import { MIN_PASSWORD_LENGTH } from "../../../convex/shared/limits";
import { ACCOUNT_MESSAGES } from "../../../convex/shared/accountMessages";
import { buttonClass } from "../../components/button-class";
import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { Field } from "../../components/field";
import { ROUTES } from "../../lib/routes";
import { reasonOf } from "../../lib/error-reason";
import { toast } from "../../lib/toast";
import { useOneAtATime } from "../../lib/use-one-at-a-time";

export function PasswordCard() {
  const ways = useQuery(api.account.getSignInWays);
  if (ways?.hasPassword !== false) return <ChangePassword />;
  const names = ways.others.map((way) => OAUTH_PROVIDER_NAMES[way]).join(" and ");
  return (
    <Card title="Password" subtitle={`You sign in with ${names}, and have no password yet.`}>
      <Link to={ROUTES.forgot} className={`${buttonClass()} justify-self-start`}>
        Choose one by mail
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
        toast.error(`Failed to change your password. ${reasonOf(error)}`);
      }
    });
  }

  return (
    <Card title="Password" subtitle="You stay signed in here, and are signed out everywhere else.">
      <form className="grid gap-4" onSubmit={submit}>
        <Field label="Current password">
          {(control) => (
            <input
              {...control}
              type="password"
              autoComplete="current-password"
              required
              value={current}
              onChange={(event) => {
                setCurrent(event.target.value);
              }}
            />
          )}
        </Field>
        <Field label="New password" hint={`At least ${MIN_PASSWORD_LENGTH} characters`}>
          {(control) => (
            <input
              {...control}
              type="password"
              autoComplete="new-password"
              required
              value={next}
              onChange={(event) => {
                setNext(event.target.value);
              }}
            />
          )}
        </Field>
        <Button type="submit" className="justify-self-start" disabled={isBusy}>
          {isBusy ? "Changing..." : "Change password"}
        </Button>
      </form>
    </Card>
  );
}
