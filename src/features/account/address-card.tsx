import { useAction, useQuery } from "convex/react";
import { useState, type SubmitEvent } from "react";
import { api } from "../../../convex/_generated/api";
import { ACCOUNT_MESSAGES } from "../../../convex/shared/accountMessages";
import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { InputField } from "../../components/input-field";
import { reasonOf } from "../../lib/error-reason";
import { toast } from "../../lib/toast";
import { useOneAtATime } from "../../lib/use-one-at-a-time";
import { EMAIL } from "./texts";

export function AddressCard() {
  const owner = useQuery(api.auth.loggedInUser);
  const methods = useQuery(api.account.getSignInMethods);
  const changeAddress = useAction(api.account.changeAddress);
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  /** The address that we sent a confirmation link to. */
  const [pending, setPending] = useState<string | null>(null);
  const { isBusy, run } = useOneAtATime();
  const address = owner?.email;
  const isWaiting = pending !== null && pending !== address;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    run(async () => {
      try {
        const step = await changeAddress({ email, password });
        if (step === "changed") toast.success(ACCOUNT_MESSAGES.addressChanged);
        else setPending(email.trim().toLowerCase());
        setEmail("");
        setPassword("");
      } catch (error) {
        toast.error(EMAIL.failed(reasonOf(error)));
      }
    });
  }

  return (
    <Card
      title={EMAIL.title}
      subtitle={<span className="wrap-anywhere">{address ?? "\u00A0"}</span>}
    >
      <p role="status" className="wrap-anywhere empty:hidden">
        {isWaiting && EMAIL.linkSent(pending)}
      </p>
      {methods?.hasPassword === false ? (
        <p>{EMAIL.needsPassword}</p>
      ) : (
        <form className="grid gap-4" onSubmit={submit}>
          <InputField
            label={EMAIL.newAddress}
            type="email"
            autoComplete="email"
            required
            value={email}
            onChange={setEmail}
          />
          <InputField
            label={EMAIL.password}
            hint={EMAIL.passwordHint}
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={setPassword}
          />
          <Button type="submit" className="justify-self-start" disabled={isBusy}>
            {isBusy ? EMAIL.submitting : EMAIL.submit}
          </Button>
        </form>
      )}
    </Card>
  );
}
