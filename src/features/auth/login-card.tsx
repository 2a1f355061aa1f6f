import { useState, type ReactNode, type SubmitEvent } from "react";
import { Link } from "react-router-dom";
import { toast } from "../../lib/toast";
import { MIN_PASSWORD_LENGTH } from "../../../convex/shared/limits";
import { Button } from "../../components/button";
import { Field } from "../../components/field";
import { ROUTES } from "../../lib/routes";
import { AuthCard, IN_WORDS } from "./auth-card";
import type { Flow } from "./sign-in-flow";

const WORDS = {
  signIn: {
    intro: "Sign in to manage your assistants.",
    submit: "Sign in",
    question: "New here?",
    toggle: "Sign up instead",
  },
  signUp: {
    intro: "Creating and testing assistants is free.",
    submit: "Sign up",
    question: "Already have an account?",
    toggle: "Sign in instead",
  },
} as const;

type LoginCardProps = {
  begins?: Flow;
  /** Answers with what to tell the visitor, or null if all went well. */
  onSubmit: (form: FormData, flow: Flow) => Promise<string | null>;
  /** Below all else, and later. */
  children?: ReactNode;
};

export function LoginCard({ begins = "signIn", onSubmit, children }: LoginCardProps) {
  const [flow, setFlow] = useState(begins);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const words = WORDS[flow];

  function toggleFlow() {
    setFlow(flow === "signIn" ? "signUp" : "signIn");
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setIsSubmitting(true);
    // Success needs no word here: the page moves on by itself once the session is confirmed.
    const failure = await onSubmit(new FormData(event.currentTarget), flow);
    if (failure === null) return;
    toast.error(failure);
    setIsSubmitting(false);
  }

  return (
    <AuthCard title="Welcome back" intro={words.intro}>
      <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <Field label="Email">
          {(control) => (
            <input {...control} type="email" name="email" autoComplete="username" required />
          )}
        </Field>
        <Field
          label="Password"
          hint={flow === "signUp" ? `At least ${MIN_PASSWORD_LENGTH} characters` : undefined}
        >
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
          {words.submit}
        </Button>
        {flow === "signIn" && (
          <p className="text-center">
            <Link to={ROUTES.forgot} className={IN_WORDS}>
              Forgot your password?
            </Link>
          </p>
        )}
      </form>
      <p className="text-center text-muted">
        {words.question}{" "}
        <button type="button" className={IN_WORDS} onClick={toggleFlow}>
          {words.toggle}
        </button>
      </p>
      {children}
    </AuthCard>
  );
}
