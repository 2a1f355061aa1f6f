/**
 * What of a call others than our own server get to see or do: the messages that the platform sends to the visitor's
 * page, and the addresses at which a call can be listened to or controlled while it goes on. Every assistant is saved
 * with this, and every call is started with it too, so that a call is right even while its assistant is still as an
 * older version of this code saved it.
 */
export function callExposure({ hasPublicKey }: { hasPublicKey: boolean }) {
  return {
    // All that the talk button reads: captions. Without a list the platform's default goes out, prompt included.
    clientMessages: ["transcript"],
    monitorPlan: {
      listenEnabled: false,
      // `endCall` needs it. The address is made of the call's id, which the page knows: hence the key.
      controlEnabled: true,
      controlAuthenticationEnabled: hasPublicKey,
    },
  };
}
