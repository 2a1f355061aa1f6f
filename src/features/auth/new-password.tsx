import { useAuthActions } from "@convex-dev/auth/react";
import { useState, type SubmitEvent } from "react";
import { Button } from "../../components/button";
import { Field } from "../../components/field";
import { reasonOf } from "../../lib/error-reason";
import { toast } from "../../lib/toast";
import { AuthCard, LINK_ALONE } from "./auth-card";
import { browserId } from "./browser-id";
import { NEW_PASSWORD } from "./texts";

type NewPasswordProps = {
  /** The key in the email's link, or the request that the email's code belongs to. */
  credential: { kind: "link"; key: string } | { kind: "code"; request: string; email: string };
  onDone: () => void;
  onRequestAgain: () => void;
};

export function NewPassword({ credential, onDone, onRequestAgain }: NewPasswordProps) {
  const { signIn } = useAuthActions();
  const [isSaving, setIsSaving] = useState(false);
  const isByLink = credential.kind === "link";

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    form.set("flow", "reset");
    form.set("browser", browserId());
    form.set("timeZone", Intl.DateTimeFormat().resolvedOptions().timeZone);
    if (isByLink) form.set("key", credential.key);
    else form.set("request", credential.request);
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
      title={NEW_PASSWORD.title}
      intro={isByLink ? NEW_PASSWORD.introForLink : NEW_PASSWORD.introForCode(credential.email)}
    >
      <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
        {!isByLink && (
          <Field label={NEW_PASSWORD.code} hint={NEW_PASSWORD.codeHint}>
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
        <Field label={NEW_PASSWORD.password} hint={NEW_PASSWORD.passwordHint}>
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
          {isSaving ? NEW_PASSWORD.submitting : NEW_PASSWORD.submit}
        </Button>
      </form>
      <p className="text-center">
        <button type="button" className={LINK_ALONE} onClick={onRequestAgain}>
          {NEW_PASSWORD.requestAgain}
        </button>
      </p>
    </AuthCard>
  );
}
