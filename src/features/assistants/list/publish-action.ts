import { Globe, GlobeOff, Lock } from "lucide-react";
import { ACTIONS } from "./texts";

/** Publishing needs a subscription; unpublishing does not. */
export function publishAction(published: boolean, isSubscribed: boolean) {
  if (published) return { text: ACTIONS.unpublish, Icon: GlobeOff };
  return isSubscribed
    ? { text: ACTIONS.publish, Icon: Globe }
    : { text: ACTIONS.requiresSubscription, Icon: Lock };
}
