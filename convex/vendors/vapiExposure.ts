/**
 * What a call exposes besides our own server: the messages to the visitor's page, and the addresses for listening to and
 * controlling the call. Both assistants and calls are created with it, so that calls are right even if an older version of
 * this code saved the assistant.
 */
export function callExposure({ hasPublicKey }: { hasPublicKey: boolean }) {
  return {
    // The talk button needs only captions. Without a list, the platform also sends the prompt.
    clientMessages: ["transcript"],
    monitorPlan: {
      listenEnabled: false,
      // `endCall` needs it. The page can derive the address from the call's id, so the address requires a key.
      controlEnabled: true,
      controlAuthenticationEnabled: hasPublicKey,
    },
  };
}
