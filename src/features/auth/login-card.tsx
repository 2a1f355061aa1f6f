import { useState, type ReactNode, type SubmitEvent } from "react";
import { Link } from "react-router-dom";
import { toast } from "../../lib/toast";
import { Button } from "../../components/button";
import { Field } from "../../components/field";
import { ROUTES } from "../../lib/routes";
import { AuthCard, INLINE_LINK, LINK_ALONE } from "./auth-card";
import type { Flow } from "./sign-in-flow";
import { LOGIN } from "./texts";

type LoginCardProps = {
  startsWith?: Flow;
  /** Returns the error to show, or null on success. */
  onSubmit: (form: FormData, flow: Flow) => Promise<string | null>;
  /** Shown below the form. */
  children?: ReactNode;
};

export function LoginCard({ startsWith = "signIn", onSubmit, children }: LoginCardProps) {
  const [flow, setFlow] = useState(startsWith);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const texts = LOGIN[flow];

  function toggleFlow() {
    setFlow(flow === "signIn" ? "signUp" : "signIn");
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setIsSubmitting(true);
    // The error of the last attempt must not be on screen after this one succeeds.
    toast.clear();
    // On success the page moves on by itself once the session is confirmed.
    const failure = await onSubmit(new FormData(event.currentTarget), flow);
    if (failure === null) return;
    toast.error(failure);
    setIsSubmitting(false);
  }

  return (
    <AuthCard title={LOGIN.title} intro={texts.intro}>
      <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <Field label={LOGIN.email}>
          {(control) => (
            <input {...control} type="email" name="email" autoComplete="username" required />
          )}
        </Field>
        <Field label={LOGIN.password} hint={flow === "signUp" ? LOGIN.passwordHint : undefined}>
          {(control) => (
            <input
              {...control}
              type="password"
              name="password"
              autoComplete={flow === "signIn" ? "current-password" : "new-password"}
              required
            />
          )}
        </Field>
        <input type="hidden" name="flow" value={flow} />
        <Button type="submit" variant="primary" disabled={isSubmitting}>
          {texts.submit}
        </Button>
        {flow === "signIn" && (
          <p className="text-center">
            <Link to={ROUTES.forgot} className={LINK_ALONE}>
              {LOGIN.forgot}
            </Link>
          </p>
        )}
      </form>
      <p className="text-center text-muted">
        {texts.question}{" "}
        <button type="button" className={INLINE_LINK} onClick={toggleFlow}>
          {texts.toggle}
        </button>
      </p>
      {children}
    </AuthCard>
  );
}
