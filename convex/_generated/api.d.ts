/* eslint-disable */
/**
 * Generated `api` utility.
 *
 * THIS CODE IS AUTOMATICALLY GENERATED.
 *
 * To regenerate, run `npx convex dev`.
 * @module
 */

import type * as account from "../account.js";
import type * as assistants from "../assistants.js";
import type * as auth from "../auth.js";
import type * as backstage_accounts from "../backstage/accounts.js";
import type * as backstage_assistants from "../backstage/assistants.js";
import type * as backstage_calls from "../backstage/calls.js";
import type * as backstage_charges from "../backstage/charges.js";
import type * as backstage_deletion from "../backstage/deletion.js";
import type * as backstage_functions from "../backstage/functions.js";
import type * as backstage_handlers from "../backstage/handlers.js";
import type * as backstage_mail from "../backstage/mail.js";
import type * as backstage_minutes from "../backstage/minutes.js";
import type * as backstage_outbox from "../backstage/outbox.js";
import type * as backstage_pruning from "../backstage/pruning.js";
import type * as backstage_subscriptions from "../backstage/subscriptions.js";
import type * as calls from "../calls.js";
import type * as catalog_accountMessages from "../catalog/accountMessages.js";
import type * as catalog_errors from "../catalog/errors.js";
import type * as catalog_knowledge from "../catalog/knowledge.js";
import type * as catalog_limits from "../catalog/limits.js";
import type * as catalog_looks from "../catalog/looks.js";
import type * as catalog_messages from "../catalog/messages.js";
import type * as catalog_plans from "../catalog/plans.js";
import type * as catalog_product from "../catalog/product.js";
import type * as catalog_sites from "../catalog/sites.js";
import type * as catalog_stripeEvents from "../catalog/stripeEvents.js";
import type * as catalog_variables from "../catalog/variables.js";
import type * as catalog_voices from "../catalog/voices.js";
import type * as catalog_wholeText from "../catalog/wholeText.js";
import type * as contact from "../contact.js";
import type * as crons from "../crons.js";
import type * as env from "../env.js";
import type * as functions from "../functions.js";
import type * as http from "../http.js";
import type * as model_accounts_commonPasswords from "../model/accounts/commonPasswords.js";
import type * as model_accounts_confirming from "../model/accounts/confirming.js";
import type * as model_accounts_credentials from "../model/accounts/credentials.js";
import type * as model_accounts_device from "../model/accounts/device.js";
import type * as model_accounts_familiarPlaces from "../model/accounts/familiarPlaces.js";
import type * as model_accounts_network from "../model/accounts/network.js";
import type * as model_accounts_normalAddress from "../model/accounts/normalAddress.js";
import type * as model_accounts_notices from "../model/accounts/notices.js";
import type * as model_accounts_owner from "../model/accounts/owner.js";
import type * as model_accounts_passwordAuth from "../model/accounts/passwordAuth.js";
import type * as model_accounts_passwordChange from "../model/accounts/passwordChange.js";
import type * as model_accounts_passwordHash from "../model/accounts/passwordHash.js";
import type * as model_accounts_passwordReset from "../model/accounts/passwordReset.js";
import type * as model_accounts_sessions from "../model/accounts/sessions.js";
import type * as model_accounts_signInLimits from "../model/accounts/signInLimits.js";
import type * as model_accounts_signIns from "../model/accounts/signIns.js";
import type * as model_assistants_allowedSites from "../model/assistants/allowedSites.js";
import type * as model_assistants_assistantFields from "../model/assistants/assistantFields.js";
import type * as model_assistants_assistantTexts from "../model/assistants/assistantTexts.js";
import type * as model_assistants_assistants from "../model/assistants/assistants.js";
import type * as model_assistants_callProof from "../model/assistants/callProof.js";
import type * as model_assistants_drawnButton from "../model/assistants/drawnButton.js";
import type * as model_assistants_knowledgeContent from "../model/assistants/knowledgeContent.js";
import type * as model_assistants_knowledgeFiles from "../model/assistants/knowledgeFiles.js";
import type * as model_assistants_knowledgeTool from "../model/assistants/knowledgeTool.js";
import type * as model_assistants_publishing from "../model/assistants/publishing.js";
import type * as model_assistants_uploads from "../model/assistants/uploads.js";
import type * as model_assistants_voiceAssistantSpec from "../model/assistants/voiceAssistantSpec.js";
import type * as model_assistants_voiceAssistants from "../model/assistants/voiceAssistants.js";
import type * as model_assistants_voiceCredential from "../model/assistants/voiceCredential.js";
import type * as model_assistants_voiceSurroundings from "../model/assistants/voiceSurroundings.js";
import type * as model_assistants_voiceSync from "../model/assistants/voiceSync.js";
import type * as model_assistants_widget from "../model/assistants/widget.js";
import type * as model_calls_callBounds from "../model/calls/callBounds.js";
import type * as model_calls_callDeletion from "../model/calls/callDeletion.js";
import type * as model_calls_callFields from "../model/calls/callFields.js";
import type * as model_calls_callFollowUp from "../model/calls/callFollowUp.js";
import type * as model_calls_callLife from "../model/calls/callLife.js";
import type * as model_calls_callLists from "../model/calls/callLists.js";
import type * as model_calls_callProxy from "../model/calls/callProxy.js";
import type * as model_calls_callReport from "../model/calls/callReport.js";
import type * as model_calls_callTexts from "../model/calls/callTexts.js";
import type * as model_calls_callWebhook from "../model/calls/callWebhook.js";
import type * as model_calls_calls from "../model/calls/calls.js";
import type * as model_calls_endedReason from "../model/calls/endedReason.js";
import type * as model_calls_lines from "../model/calls/lines.js";
import type * as model_calls_minting from "../model/calls/minting.js";
import type * as model_calls_recordingLinks from "../model/calls/recordingLinks.js";
import type * as model_calls_shownCall from "../model/calls/shownCall.js";
import type * as model_calls_successEvaluation from "../model/calls/successEvaluation.js";
import type * as model_calls_weeklySummary from "../model/calls/weeklySummary.js";
import type * as model_common_alert from "../model/common/alert.js";
import type * as model_common_crossOrigin from "../model/common/crossOrigin.js";
import type * as model_common_keyedHash from "../model/common/keyedHash.js";
import type * as model_common_month from "../model/common/month.js";
import type * as model_common_rateLimits from "../model/common/rateLimits.js";
import type * as model_common_secrets from "../model/common/secrets.js";
import type * as model_common_shownMinutes from "../model/common/shownMinutes.js";
import type * as model_common_storedFiles from "../model/common/storedFiles.js";
import type * as model_common_userError from "../model/common/userError.js";
import type * as model_deletion_accountSettlement from "../model/deletion/accountSettlement.js";
import type * as model_deletion_orphans from "../model/deletion/orphans.js";
import type * as model_deletion_purge from "../model/deletion/purge.js";
import type * as model_export_ownerExport from "../model/export/ownerExport.js";
import type * as model_mail_choices from "../model/mail/choices.js";
import type * as model_mail_delivery from "../model/mail/delivery.js";
import type * as model_mail_letter from "../model/mail/letter.js";
import type * as model_mail_mailFields from "../model/mail/mailFields.js";
import type * as model_mail_mailWebhook from "../model/mail/mailWebhook.js";
import type * as model_mail_moneyLetters from "../model/mail/moneyLetters.js";
import type * as model_mail_oneClick from "../model/mail/oneClick.js";
import type * as model_mail_proofs from "../model/mail/proofs.js";
import type * as model_mail_sending from "../model/mail/sending.js";
import type * as model_mail_stops from "../model/mail/stops.js";
import type * as model_mail_summaryLetter from "../model/mail/summaryLetter.js";
import type * as model_mail_telling from "../model/mail/telling.js";
import type * as model_mail_templates from "../model/mail/templates.js";
import type * as model_mail_words from "../model/mail/words.js";
import type * as model_money_charges_chargeNotices from "../model/money/charges/chargeNotices.js";
import type * as model_money_charges_overageCharging from "../model/money/charges/overageCharging.js";
import type * as model_money_charges_overageCheck from "../model/money/charges/overageCheck.js";
import type * as model_money_charges_overageLedger from "../model/money/charges/overageLedger.js";
import type * as model_money_charges_paymentsToConfirm from "../model/money/charges/paymentsToConfirm.js";
import type * as model_money_charges_unpaidCharges from "../model/money/charges/unpaidCharges.js";
import type * as model_money_minutes_allowance from "../model/money/minutes/allowance.js";
import type * as model_money_minutes_overage from "../model/money/minutes/overage.js";
import type * as model_money_minutes_spending from "../model/money/minutes/spending.js";
import type * as model_money_minutes_usage from "../model/money/minutes/usage.js";
import type * as model_money_minutes_usageNotices from "../model/money/minutes/usageNotices.js";
import type * as model_money_minutes_usagePeriods from "../model/money/minutes/usagePeriods.js";
import type * as model_money_minutes_usageReport from "../model/money/minutes/usageReport.js";
import type * as model_money_plans_billingFields from "../model/money/plans/billingFields.js";
import type * as model_money_plans_customers from "../model/money/plans/customers.js";
import type * as model_money_plans_includedMinutes from "../model/money/plans/includedMinutes.js";
import type * as model_money_plans_planNotices from "../model/money/plans/planNotices.js";
import type * as model_money_plans_reconcileDue from "../model/money/plans/reconcileDue.js";
import type * as model_money_plans_shownSubscription from "../model/money/plans/shownSubscription.js";
import type * as model_money_plans_standing from "../model/money/plans/standing.js";
import type * as model_money_plans_subscriptionChoice from "../model/money/plans/subscriptionChoice.js";
import type * as model_money_subscriptions_billedOwner from "../model/money/subscriptions/billedOwner.js";
import type * as model_money_subscriptions_billingErrors from "../model/money/subscriptions/billingErrors.js";
import type * as model_money_subscriptions_moneyNotices from "../model/money/subscriptions/moneyNotices.js";
import type * as model_money_subscriptions_periodAlignment from "../model/money/subscriptions/periodAlignment.js";
import type * as model_money_subscriptions_periodUpgrade from "../model/money/subscriptions/periodUpgrade.js";
import type * as model_money_subscriptions_planChanges from "../model/money/subscriptions/planChanges.js";
import type * as model_money_subscriptions_planStart from "../model/money/subscriptions/planStart.js";
import type * as model_money_subscriptions_reconciling from "../model/money/subscriptions/reconciling.js";
import type * as model_money_subscriptions_snapshots from "../model/money/subscriptions/snapshots.js";
import type * as model_money_subscriptions_stripeSync from "../model/money/subscriptions/stripeSync.js";
import type * as model_money_subscriptions_stripeWebhook from "../model/money/subscriptions/stripeWebhook.js";
import type * as model_money_subscriptions_trialEnding from "../model/money/subscriptions/trialEnding.js";
import type * as model_money_subscriptions_trialMarks from "../model/money/subscriptions/trialMarks.js";
import type * as model_operator_operatorFacts from "../model/operator/operatorFacts.js";
import type * as model_operator_sampleCalls from "../model/operator/sampleCalls.js";
import type * as model_outbox_asking from "../model/outbox/asking.js";
import type * as model_outbox_handler from "../model/outbox/handler.js";
import type * as model_outbox_noting from "../model/outbox/noting.js";
import type * as model_outbox_outboxFields from "../model/outbox/outboxFields.js";
import type * as model_outbox_retryDelay from "../model/outbox/retryDelay.js";
import type * as model_outbox_running from "../model/outbox/running.js";
import type * as model_outbox_starting from "../model/outbox/starting.js";
import type * as model_vendors_leftovers from "../model/vendors/leftovers.js";
import type * as model_vendors_stripe from "../model/vendors/stripe.js";
import type * as model_vendors_voicePlatform from "../model/vendors/voicePlatform.js";
import type * as operator from "../operator.js";
import type * as overageBilling from "../overageBilling.js";
import type * as platforms_resend from "../platforms/resend.js";
import type * as platforms_resendEvents from "../platforms/resendEvents.js";
import type * as platforms_stripe from "../platforms/stripe.js";
import type * as platforms_stripeAddress from "../platforms/stripeAddress.js";
import type * as platforms_stripeCheckout from "../platforms/stripeCheckout.js";
import type * as platforms_stripeConfirmation from "../platforms/stripeConfirmation.js";
import type * as platforms_stripeCustomers from "../platforms/stripeCustomers.js";
import type * as platforms_stripeEvents from "../platforms/stripeEvents.js";
import type * as platforms_stripeFailure from "../platforms/stripeFailure.js";
import type * as platforms_stripeInvoices from "../platforms/stripeInvoices.js";
import type * as platforms_stripePlans from "../platforms/stripePlans.js";
import type * as platforms_stripePortal from "../platforms/stripePortal.js";
import type * as platforms_stripeSubscriptions from "../platforms/stripeSubscriptions.js";
import type * as platforms_vapi from "../platforms/vapi.js";
import type * as platforms_vapiAnswers from "../platforms/vapiAnswers.js";
import type * as platforms_vapiCall from "../platforms/vapiCall.js";
import type * as platforms_wholeAnswer from "../platforms/wholeAnswer.js";
import type * as subscriptions from "../subscriptions.js";
import type * as usage from "../usage.js";

import type {
  ApiFromModules,
  FilterApi,
  FunctionReference,
} from "convex/server";

declare const fullApi: ApiFromModules<{
  account: typeof account;
  assistants: typeof assistants;
  auth: typeof auth;
  "backstage/accounts": typeof backstage_accounts;
  "backstage/assistants": typeof backstage_assistants;
  "backstage/calls": typeof backstage_calls;
  "backstage/charges": typeof backstage_charges;
  "backstage/deletion": typeof backstage_deletion;
  "backstage/functions": typeof backstage_functions;
  "backstage/handlers": typeof backstage_handlers;
  "backstage/mail": typeof backstage_mail;
  "backstage/minutes": typeof backstage_minutes;
  "backstage/outbox": typeof backstage_outbox;
  "backstage/pruning": typeof backstage_pruning;
  "backstage/subscriptions": typeof backstage_subscriptions;
  calls: typeof calls;
  "catalog/accountMessages": typeof catalog_accountMessages;
  "catalog/errors": typeof catalog_errors;
  "catalog/knowledge": typeof catalog_knowledge;
  "catalog/limits": typeof catalog_limits;
  "catalog/looks": typeof catalog_looks;
  "catalog/messages": typeof catalog_messages;
  "catalog/plans": typeof catalog_plans;
  "catalog/product": typeof catalog_product;
  "catalog/sites": typeof catalog_sites;
  "catalog/stripeEvents": typeof catalog_stripeEvents;
  "catalog/variables": typeof catalog_variables;
  "catalog/voices": typeof catalog_voices;
  "catalog/wholeText": typeof catalog_wholeText;
  contact: typeof contact;
  crons: typeof crons;
  env: typeof env;
  functions: typeof functions;
  http: typeof http;
  "model/accounts/commonPasswords": typeof model_accounts_commonPasswords;
  "model/accounts/confirming": typeof model_accounts_confirming;
  "model/accounts/credentials": typeof model_accounts_credentials;
  "model/accounts/device": typeof model_accounts_device;
  "model/accounts/familiarPlaces": typeof model_accounts_familiarPlaces;
  "model/accounts/network": typeof model_accounts_network;
  "model/accounts/normalAddress": typeof model_accounts_normalAddress;
  "model/accounts/notices": typeof model_accounts_notices;
  "model/accounts/owner": typeof model_accounts_owner;
  "model/accounts/passwordAuth": typeof model_accounts_passwordAuth;
  "model/accounts/passwordChange": typeof model_accounts_passwordChange;
  "model/accounts/passwordHash": typeof model_accounts_passwordHash;
  "model/accounts/passwordReset": typeof model_accounts_passwordReset;
  "model/accounts/sessions": typeof model_accounts_sessions;
  "model/accounts/signInLimits": typeof model_accounts_signInLimits;
  "model/accounts/signIns": typeof model_accounts_signIns;
  "model/assistants/allowedSites": typeof model_assistants_allowedSites;
  "model/assistants/assistantFields": typeof model_assistants_assistantFields;
  "model/assistants/assistantTexts": typeof model_assistants_assistantTexts;
  "model/assistants/assistants": typeof model_assistants_assistants;
  "model/assistants/callProof": typeof model_assistants_callProof;
  "model/assistants/drawnButton": typeof model_assistants_drawnButton;
  "model/assistants/knowledgeContent": typeof model_assistants_knowledgeContent;
  "model/assistants/knowledgeFiles": typeof model_assistants_knowledgeFiles;
  "model/assistants/knowledgeTool": typeof model_assistants_knowledgeTool;
  "model/assistants/publishing": typeof model_assistants_publishing;
  "model/assistants/uploads": typeof model_assistants_uploads;
  "model/assistants/voiceAssistantSpec": typeof model_assistants_voiceAssistantSpec;
  "model/assistants/voiceAssistants": typeof model_assistants_voiceAssistants;
  "model/assistants/voiceCredential": typeof model_assistants_voiceCredential;
  "model/assistants/voiceSurroundings": typeof model_assistants_voiceSurroundings;
  "model/assistants/voiceSync": typeof model_assistants_voiceSync;
  "model/assistants/widget": typeof model_assistants_widget;
  "model/calls/callBounds": typeof model_calls_callBounds;
  "model/calls/callDeletion": typeof model_calls_callDeletion;
  "model/calls/callFields": typeof model_calls_callFields;
  "model/calls/callFollowUp": typeof model_calls_callFollowUp;
  "model/calls/callLife": typeof model_calls_callLife;
  "model/calls/callLists": typeof model_calls_callLists;
  "model/calls/callProxy": typeof model_calls_callProxy;
  "model/calls/callReport": typeof model_calls_callReport;
  "model/calls/callTexts": typeof model_calls_callTexts;
  "model/calls/callWebhook": typeof model_calls_callWebhook;
  "model/calls/calls": typeof model_calls_calls;
  "model/calls/endedReason": typeof model_calls_endedReason;
  "model/calls/lines": typeof model_calls_lines;
  "model/calls/minting": typeof model_calls_minting;
  "model/calls/recordingLinks": typeof model_calls_recordingLinks;
  "model/calls/shownCall": typeof model_calls_shownCall;
  "model/calls/successEvaluation": typeof model_calls_successEvaluation;
  "model/calls/weeklySummary": typeof model_calls_weeklySummary;
  "model/common/alert": typeof model_common_alert;
  "model/common/crossOrigin": typeof model_common_crossOrigin;
  "model/common/keyedHash": typeof model_common_keyedHash;
  "model/common/month": typeof model_common_month;
  "model/common/rateLimits": typeof model_common_rateLimits;
  "model/common/secrets": typeof model_common_secrets;
  "model/common/shownMinutes": typeof model_common_shownMinutes;
  "model/common/storedFiles": typeof model_common_storedFiles;
  "model/common/userError": typeof model_common_userError;
  "model/deletion/accountSettlement": typeof model_deletion_accountSettlement;
  "model/deletion/orphans": typeof model_deletion_orphans;
  "model/deletion/purge": typeof model_deletion_purge;
  "model/export/ownerExport": typeof model_export_ownerExport;
  "model/mail/choices": typeof model_mail_choices;
  "model/mail/delivery": typeof model_mail_delivery;
  "model/mail/letter": typeof model_mail_letter;
  "model/mail/mailFields": typeof model_mail_mailFields;
  "model/mail/mailWebhook": typeof model_mail_mailWebhook;
  "model/mail/moneyLetters": typeof model_mail_moneyLetters;
  "model/mail/oneClick": typeof model_mail_oneClick;
  "model/mail/proofs": typeof model_mail_proofs;
  "model/mail/sending": typeof model_mail_sending;
  "model/mail/stops": typeof model_mail_stops;
  "model/mail/summaryLetter": typeof model_mail_summaryLetter;
  "model/mail/telling": typeof model_mail_telling;
  "model/mail/templates": typeof model_mail_templates;
  "model/mail/words": typeof model_mail_words;
  "model/money/charges/chargeNotices": typeof model_money_charges_chargeNotices;
  "model/money/charges/overageCharging": typeof model_money_charges_overageCharging;
  "model/money/charges/overageCheck": typeof model_money_charges_overageCheck;
  "model/money/charges/overageLedger": typeof model_money_charges_overageLedger;
  "model/money/charges/paymentsToConfirm": typeof model_money_charges_paymentsToConfirm;
  "model/money/charges/unpaidCharges": typeof model_money_charges_unpaidCharges;
  "model/money/minutes/allowance": typeof model_money_minutes_allowance;
  "model/money/minutes/overage": typeof model_money_minutes_overage;
  "model/money/minutes/spending": typeof model_money_minutes_spending;
  "model/money/minutes/usage": typeof model_money_minutes_usage;
  "model/money/minutes/usageNotices": typeof model_money_minutes_usageNotices;
  "model/money/minutes/usagePeriods": typeof model_money_minutes_usagePeriods;
  "model/money/minutes/usageReport": typeof model_money_minutes_usageReport;
  "model/money/plans/billingFields": typeof model_money_plans_billingFields;
  "model/money/plans/customers": typeof model_money_plans_customers;
  "model/money/plans/includedMinutes": typeof model_money_plans_includedMinutes;
  "model/money/plans/planNotices": typeof model_money_plans_planNotices;
  "model/money/plans/reconcileDue": typeof model_money_plans_reconcileDue;
  "model/money/plans/shownSubscription": typeof model_money_plans_shownSubscription;
  "model/money/plans/standing": typeof model_money_plans_standing;
  "model/money/plans/subscriptionChoice": typeof model_money_plans_subscriptionChoice;
  "model/money/subscriptions/billedOwner": typeof model_money_subscriptions_billedOwner;
  "model/money/subscriptions/billingErrors": typeof model_money_subscriptions_billingErrors;
  "model/money/subscriptions/moneyNotices": typeof model_money_subscriptions_moneyNotices;
  "model/money/subscriptions/periodAlignment": typeof model_money_subscriptions_periodAlignment;
  "model/money/subscriptions/periodUpgrade": typeof model_money_subscriptions_periodUpgrade;
  "model/money/subscriptions/planChanges": typeof model_money_subscriptions_planChanges;
  "model/money/subscriptions/planStart": typeof model_money_subscriptions_planStart;
  "model/money/subscriptions/reconciling": typeof model_money_subscriptions_reconciling;
  "model/money/subscriptions/snapshots": typeof model_money_subscriptions_snapshots;
  "model/money/subscriptions/stripeSync": typeof model_money_subscriptions_stripeSync;
  "model/money/subscriptions/stripeWebhook": typeof model_money_subscriptions_stripeWebhook;
  "model/money/subscriptions/trialEnding": typeof model_money_subscriptions_trialEnding;
  "model/money/subscriptions/trialMarks": typeof model_money_subscriptions_trialMarks;
  "model/operator/operatorFacts": typeof model_operator_operatorFacts;
  "model/operator/sampleCalls": typeof model_operator_sampleCalls;
  "model/outbox/asking": typeof model_outbox_asking;
  "model/outbox/handler": typeof model_outbox_handler;
  "model/outbox/noting": typeof model_outbox_noting;
  "model/outbox/outboxFields": typeof model_outbox_outboxFields;
  "model/outbox/retryDelay": typeof model_outbox_retryDelay;
  "model/outbox/running": typeof model_outbox_running;
  "model/outbox/starting": typeof model_outbox_starting;
  "model/vendors/leftovers": typeof model_vendors_leftovers;
  "model/vendors/stripe": typeof model_vendors_stripe;
  "model/vendors/voicePlatform": typeof model_vendors_voicePlatform;
  operator: typeof operator;
  overageBilling: typeof overageBilling;
  "platforms/resend": typeof platforms_resend;
  "platforms/resendEvents": typeof platforms_resendEvents;
  "platforms/stripe": typeof platforms_stripe;
  "platforms/stripeAddress": typeof platforms_stripeAddress;
  "platforms/stripeCheckout": typeof platforms_stripeCheckout;
  "platforms/stripeConfirmation": typeof platforms_stripeConfirmation;
  "platforms/stripeCustomers": typeof platforms_stripeCustomers;
  "platforms/stripeEvents": typeof platforms_stripeEvents;
  "platforms/stripeFailure": typeof platforms_stripeFailure;
  "platforms/stripeInvoices": typeof platforms_stripeInvoices;
  "platforms/stripePlans": typeof platforms_stripePlans;
  "platforms/stripePortal": typeof platforms_stripePortal;
  "platforms/stripeSubscriptions": typeof platforms_stripeSubscriptions;
  "platforms/vapi": typeof platforms_vapi;
  "platforms/vapiAnswers": typeof platforms_vapiAnswers;
  "platforms/vapiCall": typeof platforms_vapiCall;
  "platforms/wholeAnswer": typeof platforms_wholeAnswer;
  subscriptions: typeof subscriptions;
  usage: typeof usage;
}>;

/**
 * A utility for referencing Convex functions in your app's public API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = api.myModule.myFunction;
 * ```
 */
export declare const api: FilterApi<
  typeof fullApi,
  FunctionReference<any, "public">
>;

/**
 * A utility for referencing Convex functions in your app's internal API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = internal.myModule.myFunction;
 * ```
 */
export declare const internal: FilterApi<
  typeof fullApi,
  FunctionReference<any, "internal">
>;

export declare const components: {
  rateLimiter: import("@convex-dev/rate-limiter/_generated/component.js").ComponentApi<"rateLimiter">;
};
