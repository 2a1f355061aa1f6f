import { useAuthActions } from "@convex-dev/auth/react";
import { useState, type SubmitEvent } from "react";
import { MIN_PASSWORD_LENGTH } from "../../../convex/shared/limits";
import { Button } from "../../components/button";
import { Field } from "../../components/field";
import { reasonOf } from "../../lib/error-reason";
import { toast } from "../../lib/toast";
import { AuthCard, IN_WORDS } from "./auth-card";
import { browserId } from "./browser-id";

type NewPasswordProps = {
  /** The key in the mail's link; or the request that the mail's code is typed for, and its address. */
  proof: { key: string } | { request: string; email: string };
  onDone: () => void;
  onAskAgain: () => void;
};

export function NewPassword({ proof, onDone, onAskAgain }: NewPasswordProps) {
  const { signIn } = useAuthActions();
  const [isSaving, setIsSaving] = useState(false);
  const isByLink = "key" in proof;

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    form.set("flow", "reset");
    form.set("browser", browserId());
    form.set("timeZone", Intl.DateTimeFormat().resolvedOptions().timeZone);
    if (isByLink) form.set("key", proof.key);
    else form.set("request", proof.request);
    setIsSaving(true);
    try {
      await signIn("password", form);
      onDone();
    } catch (error) {
      toast.error(reasonOf(error));
      setIsSaving(false);
    }
  }

  return (
    <AuthCard
      title="Choose a new password"
      intro={
        isByLink
          ? "It signs you in here, and signs you out everywhere else."
          : `If there is an account for ${proof.email}, a mail with a link and a code is on its way. Both work for one hour.`
      }
    >
      <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
        {!isByLink && (
          <Field label="Code" hint="Nothing there? It may take a minute. Look among the spam too.">
            {(control) => (
              <input
                {...control}
                name="code"
                autoComplete="one-time-code"
                autoCapitalize="characters"
                spellCheck={false}
                required
              />
            )}
          </Field>
        )}
        <Field label="New password" hint={`At least ${MIN_PASSWORD_LENGTH} characters`}>
          {(control) => (
            <input
              {...control}
              type="password"
              name="password"
              autoComplete="new-password"
              required
            />
          )}
        </Field>
        <Button type="submit" variant="primary" disabled={isSaving}>
          {isSaving ? "Saving..." : "Save and sign in"}
        </Button>
      </form>
      <p className="text-center">
        <button type="button" className={IN_WORDS} onClick={onAskAgain}>
          Ask for a new mail
        </button>
      </p>
    </AuthCard>
  );
}
