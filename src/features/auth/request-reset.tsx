import { useMutation } from "convex/react";
import { useState, type SubmitEvent } from "react";
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../components/button";
import { Field } from "../../components/field";
import { reasonOf } from "../../lib/error-reason";
import { ROUTES } from "../../lib/routes";
import { toast } from "../../lib/toast";
import { AuthCard, LINK_ALONE } from "./auth-card";
import { browserId } from "./browser-id";
import { REQUEST_RESET } from "./texts";

type RequestResetProps = { onRequested: (request: { email: string; request: string }) => void };

export function RequestReset({ onRequested }: RequestResetProps) {
  const requestReset = useMutation(api.account.requestPasswordReset);
  const [isSending, setIsSending] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get("email");
    const email = typeof given === "string" ? given : "";
    setIsSending(true);
    try {
      onRequested({ email, request: await requestReset({ email, browser: browserId() }) });
    } catch (error) {
      toast.error(reasonOf(error));
      setIsSending(false);
    }
  }

  return (
    <AuthCard title={REQUEST_RESET.title} intro={REQUEST_RESET.intro}>
      <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <Field label={REQUEST_RESET.email}>
          {(control) => (
            <input {...control} type="email" name="email" autoComplete="username" required />
          )}
        </Field>
        <Button type="submit" variant="primary" disabled={isSending}>
          {isSending ? REQUEST_RESET.submitting : REQUEST_RESET.submit}
        </Button>
      </form>
      <p className="text-center">
        <Link to={ROUTES.login} className={LINK_ALONE}>
          {REQUEST_RESET.back}
        </Link>
      </p>
    </AuthCard>
  );
}
