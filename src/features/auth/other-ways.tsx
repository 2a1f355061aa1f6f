import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { ACCOUNT_MESSAGES } from "../../../convex/catalog/accountMessages";
import { OTHER_WAYS, WAY_NAMES, type OtherWay } from "../../../convex/catalog/otherWays";
import { Button } from "../../components/button";
import { authStorageKey } from "../../lib/auth-storage";
import { readConvexUrl } from "../../lib/env";
import { reasonOf } from "../../lib/error-reason";
import { ROUTES } from "../../lib/routes";
import { toast } from "../../lib/toast";

type OtherWaysProps = {
  ways: OtherWay[];
  /** Goes there, and comes back to this path. */
  leave: (way: OtherWay, path: string) => Promise<void>;
};

/** Why somebody comes back without being signed in, in the words of the functions' HTTP routes. */
const WORDS: Record<string, string> = {
  cancelled: ACCOUNT_MESSAGES.wayCancelled,
  address_unverified: ACCOUNT_MESSAGES.addressUnverified,
  account_unconfirmed: ACCOUNT_MESSAGES.accountUnconfirmed,
};

export function OtherWays({ ways, leave }: OtherWaysProps) {
  const [params] = useSearchParams();
  const [isLeaving, setIsLeaving] = useState(false);
  const failed = params.get("failed");
  const tried = OTHER_WAYS.find((way) => way === params.get("with"));

  useEffect(() => {
    // What was begun is over: no code in an address ends it any more.
    if (failed !== null) {
      localStorage.removeItem(authStorageKey("OAuthVerifier", readConvexUrl(import.meta.env)));
    }
  }, [failed]);

  async function go(way: OtherWay) {
    setIsLeaving(true);
    const back = new URLSearchParams(params);
    back.delete("failed");
    back.set("with", way);
    try {
      await leave(way, `${ROUTES.login}?${back.toString()}`);
    } catch (error) {
      toast.error(reasonOf(error));
      setIsLeaving(false);
    }
  }

  return (
    <div className="grid gap-3 border-t border-line pt-6">
      {failed !== null && (
        <p role="alert" className="text-bad">
          {tried !== undefined && `${WAY_NAMES[tried]}: `}
          {WORDS[failed] ?? ACCOUNT_MESSAGES.wayFailed}
        </p>
      )}
      {ways.map((way) => (
        <Button key={way} disabled={isLeaving} onClick={() => void go(way)}>
          Continue with {WAY_NAMES[way]}
        </Button>
      ))}
    </div>
  );
}
