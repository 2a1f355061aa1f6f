import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { ACCOUNT_MESSAGES } from "../../../convex/shared/accountMessages";
import {
  OAUTH_FAILURE,
  OAUTH_PROVIDERS,
  OAUTH_PROVIDER_NAMES,
  type OauthProvider,
} from "../../../convex/shared/oauthProviders";
import { Button } from "../../components/button";
import { authStorageKey } from "../../lib/auth-storage";
import { readConvexUrl } from "../../lib/env";
import { reasonOf } from "../../lib/error-reason";
import { ROUTES } from "../../lib/routes";
import { toast } from "../../lib/toast";
import { LOGIN } from "./texts";

type OAuthButtonsProps = {
  providers: OauthProvider[];
  /** Sends the browser to the provider, which sends it back to this path. */
  signInWithProvider: (provider: OauthProvider, path: string) => Promise<void>;
};

const MESSAGES_BY_REASON: Record<string, string> = {
  address_unverified: ACCOUNT_MESSAGES.addressUnverified,
  account_unconfirmed: ACCOUNT_MESSAGES.accountUnconfirmed,
};

export function OAuthButtons({ providers, signInWithProvider }: OAuthButtonsProps) {
  const [params] = useSearchParams();
  const [isLeaving, setIsLeaving] = useState(false);
  const code = params.get("code");
  const refusal =
    code?.startsWith(OAUTH_FAILURE) === true ? code.slice(OAUTH_FAILURE.length) : null;
  const tried = OAUTH_PROVIDERS.find((provider) => provider === params.get("with"));
  // The sign-in failed if the provider sends the browser back here and nobody is signed in.
  const hasFailed = refusal !== null || tried !== undefined;

  useEffect(() => {
    // This attempt is over, so no `?code=` in the address may complete it later.
    if (hasFailed) {
      localStorage.removeItem(authStorageKey("OAuthVerifier", readConvexUrl(import.meta.env)));
    }
  }, [hasFailed]);

  async function go(provider: OauthProvider) {
    setIsLeaving(true);
    const back = new URLSearchParams(params);
    back.delete("code");
    back.set("with", provider);
    try {
      await signInWithProvider(provider, `${ROUTES.login}?${back.toString()}`);
    } catch (error) {
      toast.error(reasonOf(error));
      setIsLeaving(false);
    }
  }

  return (
    <div className="grid gap-3 border-t border-line pt-6">
      {hasFailed && (
        <p role="alert" className="text-bad">
          {tried !== undefined && `${OAUTH_PROVIDER_NAMES[tried]}: `}
          {MESSAGES_BY_REASON[refusal ?? ""] ?? ACCOUNT_MESSAGES.wayFailed}
        </p>
      )}
      {providers.map((provider) => (
        <Button key={provider} disabled={isLeaving} onClick={() => void go(provider)}>
          {LOGIN.continueWith(OAUTH_PROVIDER_NAMES[provider])}
        </Button>
      ))}
    </div>
  );
}
