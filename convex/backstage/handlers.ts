import { customerDeletion } from "../model/deletion/accountSettlement";
import { cleanup } from "../model/deletion/cleanup";
import { noteDeletedAtPlatform } from "../model/calls/callDeletion";
import { callRecording, callReport } from "../model/calls/callFollowUp";
import { wordlessCall } from "../model/calls/wordlessCalls";
import { voiceDeletion } from "../model/vendors/leftovers";
import { mailDelivery } from "../model/mail/delivery";
import { overageCharge } from "../model/money/charges/overageCharging";
import { checkoutClosing } from "../model/money/subscriptions/checkoutClosing";
import { customerAddress } from "../model/money/subscriptions/customerAddress";
import { extraSubscription } from "../model/money/subscriptions/extraSubscriptions";
import { reconcileDue } from "../model/money/subscriptions/reconciling";
import { trialEnding } from "../model/money/subscriptions/trialEnding";
import { webhookLane } from "../model/webhooks/delivering";
import { voiceSync } from "../model/assistants/voiceSync";
import type { Handler } from "../model/outbox/handler";
import type { WorkKind } from "../model/outbox/outboxFields";

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
