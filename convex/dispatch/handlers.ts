import { voiceSync } from "../assistants/voiceSync";
import { overageCharge } from "../billing/overage/charge";
import { checkoutClosing } from "../billing/subscriptions/checkoutClosing";
import { customerAddress } from "../billing/subscriptions/customerAddress";
import { extraSubscription } from "../billing/subscriptions/extraSubscriptions";
import { reconcileDue } from "../billing/subscriptions/scheduledSync";
import { trialEnding } from "../billing/subscriptions/trialEnding";
import { noteDeletedAtPlatform } from "../calls/deletion";
import { callRecording, callReport } from "../calls/followUp";
import { wordlessCall } from "../calls/silentCalls";
import type { Handler } from "../jobs/handler";
import type { WorkKind } from "../jobs/table";
import { mailDelivery } from "../notifications/mail/delivery";
import { webhookLane } from "../notifications/webhooks/deliver";
import { customerDeletion } from "../ownerData/accountSettlement";
import { cleanup } from "../ownerData/cleanup";
import { voiceDeletion } from "../vendors/vendorDeletion";

const deletionAtPlatform: Handler = {
  ...voiceDeletion,
  noteOutcome: async (ctx, key, isDone) => {
    if (isDone) await noteDeletedAtPlatform(ctx, key);
  },
};

export const HANDLERS: Record<WorkKind, Handler> = {
  voiceSync,
  voiceDeletion: deletionAtPlatform,
  bulkDeletion: deletionAtPlatform,
  callEnding: deletionAtPlatform,
  customerDeletion,
  customerAddress,
  trialEnding,
  extraSubscription,
  checkoutClosing,
  callReport,
  callRecording,
  wordlessCall,
  overageCharge,
  mail: mailDelivery,
  webhook: webhookLane("webhook"),
  slowWebhook: webhookLane("slowWebhook"),
  cleanup,
  reconcile: reconcileDue,
};
