import { useAction, useQuery } from "convex/react";
import { useState, type SubmitEvent } from "react";
import { api } from "../../../convex/_generated/api";
import { ACCOUNT_MESSAGES } from "../../../convex/shared/accountMessages";
import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { Field } from "../../components/field";
import { reasonOf } from "../../lib/error-reason";
import { toast } from "../../lib/toast";
import { useOneAtATime } from "../../lib/use-one-at-a-time";

export function AddressCard() {
  const owner = useQuery(api.auth.loggedInUser);
  const ways = useQuery(api.account.getSignInWays);
  const changeAddress = useAction(api.account.changeAddress);
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  /** Where a link was sent to. */
  const [asked, setAsked] = useState<string | null>(null);
  const { isBusy, run } = useOneAtATime();
  const address = owner?.email;
  const isWaiting = asked !== null && asked !== address;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    run(async () => {
      try {
        const step = await changeAddress({ email, password });
        if (step === "changed") toast.success(ACCOUNT_MESSAGES.addressChanged);
        else setAsked(email.trim().toLowerCase());
        setEmail("");
        setPassword("");
      } catch (error) {
        toast.error(`Failed to change your address. ${reasonOf(error)}`);
      }
    });
  }

  return (
    <Card
      title="Email address"
      subtitle={<span className="wrap-anywhere">{address ?? "\u00A0"}</span>}
    >
      <p role="status" className="wrap-anywhere empty:hidden">
        {isWaiting &&
          `We sent a link to ${asked}. Press it within a day, in a browser where you are signed in. Until then your address stays as it is. Nothing there? Look among the spam, and whether the address is right.`}
      </p>
      {ways?.hasPassword === false ? (
        <p>
          It takes a password to change it, and your account has none yet: choose one under Password
          first.
        </p>
      ) : (
        <form className="grid gap-4" onSubmit={submit}>
          <Field label="New address">
            {(control) => (
              <input
                {...control}
                type="email"
                autoComplete="email"
                required
                value={email}
                onChange={(event) => {
                  setEmail(event.target.value);
                }}
              />
            )}
          </Field>
          <Field label="Your password" hint="The one that you sign in with">
            {(control) => (
              <input
                {...control}
                type="password"
                autoComplete="current-password"
                required
                value={password}
                onChange={(event) => {
                  setPassword(event.target.value);
                }}
              />
            )}
          </Field>
          <Button type="submit" className="justify-self-start" disabled={isBusy}>
            {isBusy ? "Changing..." : "Change address"}
          </Button>
        </form>
      )}
    </Card>
  );
}
