import { mailReply } from "../assistants/answersByMail/saveReply";
import { voiceSync } from "../assistants/voiceSync";
import { websiteReading } from "../assistants/websiteReading";
import { overageCharge } from "../billing/overage/charge";
import { checkoutClosing } from "../billing/subscriptions/checkoutClosing";
import { customerAddress } from "../billing/subscriptions/customerAddress";
import { extraSubscription } from "../billing/subscriptions/extraSubscriptions";
import { scheduledSync } from "../billing/subscriptions/scheduledSync";
import { trialEnding } from "../billing/subscriptions/trialEnding";
import { recordDeletedAtPlatform } from "../calls/deletion";
import { callRecording, callReport } from "../calls/followUp";
import { silentCall } from "../calls/silentCalls";
import { typedConversation } from "../chats/followUp";
import type { Handler } from "../jobs/handler";
import type { JobKind } from "../jobs/table";
import { mailDelivery } from "../notifications/mail/delivery";
import { webhookQueue } from "../notifications/webhooks/deliver";
import { customerDeletion } from "../ownerData/accountSettlement";
import { cleanup } from "../ownerData/cleanup";
import { nightlyCheck } from "../rehearsals/nightlyCheck";
import { rehearsals } from "../rehearsals/runAtPlatform";
import { voiceDeletion } from "../vendors/vendorDeletion";

const deletionAtPlatform: Handler = {
  ...voiceDeletion,
  onRunEnded: async (ctx, key, isDone) => {
    if (isDone) await recordDeletedAtPlatform(ctx, key);
  },
};

export const HANDLERS: Record<JobKind, Handler> = {
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
  silentCall,
  typedConversation,
  overageCharge,
  mail: mailDelivery,
  mailReply,
  webhook: webhookQueue("webhook"),
  slowWebhook: webhookQueue("slowWebhook"),
  cleanup,
  websiteReading,
  rehearsals,
  nightlyCheck,
  reconcile: scheduledSync,
};
