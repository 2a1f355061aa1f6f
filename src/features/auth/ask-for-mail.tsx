import { useMutation } from "convex/react";
import { useState, type SubmitEvent } from "react";
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../components/button";
import { Field } from "../../components/field";
import { reasonOf } from "../../lib/error-reason";
import { ROUTES } from "../../lib/routes";
import { toast } from "../../lib/toast";
import { AuthCard, IN_WORDS } from "./auth-card";
import { browserId } from "./browser-id";

type AskForMailProps = { onAsked: (asked: { email: string; request: string }) => void };

export function AskForMail({ onAsked }: AskForMailProps) {
  const ask = useMutation(api.account.askForPasswordReset);
  const [isAsking, setIsAsking] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get("email");
    const email = typeof given === "string" ? given : "";
    setIsAsking(true);
    try {
      onAsked({ email, request: await ask({ email, browser: browserId() }) });
    } catch (error) {
      toast.error(reasonOf(error));
      setIsAsking(false);
    }
  }

  return (
    <AuthCard
      title="Forgot your password?"
      intro="Tell us your address, and we mail you a link and a code to choose a new one with."
    >
      <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <Field label="Email">
          {(control) => (
            <input {...control} type="email" name="email" autoComplete="username" required />
          )}
        </Field>
        <Button type="submit" variant="primary" disabled={isAsking}>
          {isAsking ? "Sending..." : "Send the mail"}
        </Button>
      </form>
      <p className="text-center">
        <Link to={ROUTES.login} className={IN_WORDS}>
          Back to sign in
        </Link>
      </p>
    </AuthCard>
  );
}
