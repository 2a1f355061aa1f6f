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
import type * as billing from "../billing.js";
import type * as callUpkeep from "../callUpkeep.js";
import type * as calls from "../calls.js";
import type * as catalog_errors from "../catalog/errors.js";
import type * as catalog_knowledge from "../catalog/knowledge.js";
import type * as catalog_limits from "../catalog/limits.js";
import type * as catalog_looks from "../catalog/looks.js";
import type * as catalog_messages from "../catalog/messages.js";
import type * as catalog_plans from "../catalog/plans.js";
import type * as catalog_product from "../catalog/product.js";
import type * as catalog_variables from "../catalog/variables.js";
import type * as catalog_voices from "../catalog/voices.js";
import type * as contact from "../contact.js";
import type * as crons from "../crons.js";
import type * as env from "../env.js";
import type * as functions from "../functions.js";
import type * as http from "../http.js";
import type * as model_alert from "../model/alert.js";
import type * as model_allowance from "../model/allowance.js";
import type * as model_assistantFields from "../model/assistantFields.js";
import type * as model_assistantTexts from "../model/assistantTexts.js";
import type * as model_assistants from "../model/assistants.js";
import type * as model_billedOwner from "../model/billedOwner.js";
import type * as model_billingErrors from "../model/billingErrors.js";
import type * as model_billingFields from "../model/billingFields.js";
import type * as model_callFields from "../model/callFields.js";
import type * as model_callFollowUp from "../model/callFollowUp.js";
import type * as model_callLists from "../model/callLists.js";
import type * as model_callProxy from "../model/callProxy.js";
import type * as model_callReport from "../model/callReport.js";
import type * as model_callWebhook from "../model/callWebhook.js";
import type * as model_calls from "../model/calls.js";
import type * as model_credentials from "../model/credentials.js";
import type * as model_customers from "../model/customers.js";
import type * as model_endedReason from "../model/endedReason.js";
import type * as model_familiarPlaces from "../model/familiarPlaces.js";
import type * as model_knowledgeContent from "../model/knowledgeContent.js";
import type * as model_knowledgeFiles from "../model/knowledgeFiles.js";
import type * as model_knowledgeTool from "../model/knowledgeTool.js";
import type * as model_leftovers from "../model/leftovers.js";
import type * as model_minting from "../model/minting.js";
import type * as model_minutes from "../model/minutes.js";
import type * as model_month from "../model/month.js";
import type * as model_network from "../model/network.js";
import type * as model_operatorFacts from "../model/operatorFacts.js";
import type * as model_orphans from "../model/orphans.js";
import type * as model_outbox_asking from "../model/outbox/asking.js";
import type * as model_outbox_handlers from "../model/outbox/handlers.js";
import type * as model_outbox_noting from "../model/outbox/noting.js";
import type * as model_outbox_outboxFields from "../model/outbox/outboxFields.js";
import type * as model_outbox_retryDelay from "../model/outbox/retryDelay.js";
import type * as model_outbox_starting from "../model/outbox/starting.js";
import type * as model_overage from "../model/overage.js";
import type * as model_overageCharging from "../model/overageCharging.js";
import type * as model_overageCheck from "../model/overageCheck.js";
import type * as model_overageLedger from "../model/overageLedger.js";
import type * as model_owner from "../model/owner.js";
import type * as model_passwordAuth from "../model/passwordAuth.js";
import type * as model_passwordHash from "../model/passwordHash.js";
import type * as model_paymentsToConfirm from "../model/paymentsToConfirm.js";
import type * as model_periodAlignment from "../model/periodAlignment.js";
import type * as model_planChanges from "../model/planChanges.js";
import type * as model_publishing from "../model/publishing.js";
import type * as model_purge from "../model/purge.js";
import type * as model_rateLimits from "../model/rateLimits.js";
import type * as model_reconcileDue from "../model/reconcileDue.js";
import type * as model_reconciling from "../model/reconciling.js";
import type * as model_sampleCalls from "../model/sampleCalls.js";
import type * as model_secrets from "../model/secrets.js";
import type * as model_sessions from "../model/sessions.js";
import type * as model_shownCall from "../model/shownCall.js";
import type * as model_shownSubscription from "../model/shownSubscription.js";
import type * as model_signInLimits from "../model/signInLimits.js";
import type * as model_snapshots from "../model/snapshots.js";
import type * as model_storedFiles from "../model/storedFiles.js";
import type * as model_stripe from "../model/stripe.js";
import type * as model_stripeSync from "../model/stripeSync.js";
import type * as model_stripeWebhook from "../model/stripeWebhook.js";
import type * as model_subscriptionChoice from "../model/subscriptionChoice.js";
import type * as model_successEvaluation from "../model/successEvaluation.js";
import type * as model_unpaidCharges from "../model/unpaidCharges.js";
import type * as model_usage from "../model/usage.js";
import type * as model_usagePeriods from "../model/usagePeriods.js";
import type * as model_usageReport from "../model/usageReport.js";
import type * as model_userError from "../model/userError.js";
import type * as model_voiceAssistantSpec from "../model/voiceAssistantSpec.js";
import type * as model_voiceAssistants from "../model/voiceAssistants.js";
import type * as model_voiceCredential from "../model/voiceCredential.js";
import type * as model_voicePlatform from "../model/voicePlatform.js";
import type * as model_voiceSync from "../model/voiceSync.js";
import type * as model_widget from "../model/widget.js";
import type * as operator from "../operator.js";
import type * as outbox from "../outbox.js";
import type * as overageBilling from "../overageBilling.js";
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
import type * as pruning from "../pruning.js";
import type * as samples from "../samples.js";
import type * as signIns from "../signIns.js";
import type * as subscriptions from "../subscriptions.js";
import type * as usage from "../usage.js";
import type * as voice from "../voice.js";

import type {
  ApiFromModules,
  FilterApi,
  FunctionReference,
} from "convex/server";

declare const fullApi: ApiFromModules<{
  account: typeof account;
  assistants: typeof assistants;
  auth: typeof auth;
  billing: typeof billing;
  callUpkeep: typeof callUpkeep;
  calls: typeof calls;
  "catalog/errors": typeof catalog_errors;
  "catalog/knowledge": typeof catalog_knowledge;
  "catalog/limits": typeof catalog_limits;
  "catalog/looks": typeof catalog_looks;
  "catalog/messages": typeof catalog_messages;
  "catalog/plans": typeof catalog_plans;
  "catalog/product": typeof catalog_product;
  "catalog/voices": typeof catalog_voices;
  contact: typeof contact;
  crons: typeof crons;
  env: typeof env;
  functions: typeof functions;
  http: typeof http;
  "model/alert": typeof model_alert;
  "model/allowance": typeof model_allowance;
  "model/assistantFields": typeof model_assistantFields;
  "model/assistantTexts": typeof model_assistantTexts;
  "model/assistants": typeof model_assistants;
  "model/billedOwner": typeof model_billedOwner;
  "model/billingErrors": typeof model_billingErrors;
  "model/billingFields": typeof model_billingFields;
  "model/callFields": typeof model_callFields;
  "model/callFollowUp": typeof model_callFollowUp;
  "model/callLists": typeof model_callLists;
  "model/callProxy": typeof model_callProxy;
  "model/callReport": typeof model_callReport;
  "model/callWebhook": typeof model_callWebhook;
  "model/calls": typeof model_calls;
  "model/credentials": typeof model_credentials;
  "model/customers": typeof model_customers;
  "model/endedReason": typeof model_endedReason;
  "model/familiarPlaces": typeof model_familiarPlaces;
  "model/knowledgeContent": typeof model_knowledgeContent;
  "model/knowledgeFiles": typeof model_knowledgeFiles;
  "model/knowledgeTool": typeof model_knowledgeTool;
  "model/leftovers": typeof model_leftovers;
  "model/minting": typeof model_minting;
  "model/minutes": typeof model_minutes;
  "model/month": typeof model_month;
  "model/network": typeof model_network;
  "model/orphans": typeof model_orphans;
  "model/outbox/asking": typeof model_outbox_asking;
  "model/outbox/handlers": typeof model_outbox_handlers;
  "model/outbox/noting": typeof model_outbox_noting;
  "model/outbox/outboxFields": typeof model_outbox_outboxFields;
  "model/outbox/retryDelay": typeof model_outbox_retryDelay;
  "model/outbox/starting": typeof model_outbox_starting;
  "model/overage": typeof model_overage;
  "model/overageCharging": typeof model_overageCharging;
  "model/overageCheck": typeof model_overageCheck;
  "model/overageLedger": typeof model_overageLedger;
  "model/owner": typeof model_owner;
  "model/passwordAuth": typeof model_passwordAuth;
  "model/passwordHash": typeof model_passwordHash;
  "model/paymentsToConfirm": typeof model_paymentsToConfirm;
  "model/periodAlignment": typeof model_periodAlignment;
  "model/planChanges": typeof model_planChanges;
  "model/publishing": typeof model_publishing;
  "model/purge": typeof model_purge;
  "model/rateLimits": typeof model_rateLimits;
  "model/reconcileDue": typeof model_reconcileDue;
  "model/reconciling": typeof model_reconciling;
  "model/sampleCalls": typeof model_sampleCalls;
  "model/secrets": typeof model_secrets;
  "model/sessions": typeof model_sessions;
  "model/shownCall": typeof model_shownCall;
  "model/shownSubscription": typeof model_shownSubscription;
  "model/signInLimits": typeof model_signInLimits;
  "model/snapshots": typeof model_snapshots;
  "model/storedFiles": typeof model_storedFiles;
  "model/stripe": typeof model_stripe;
  "model/stripeSync": typeof model_stripeSync;
  "model/stripeWebhook": typeof model_stripeWebhook;
  "model/subscriptionChoice": typeof model_subscriptionChoice;
  "model/successEvaluation": typeof model_successEvaluation;
  "model/unpaidCharges": typeof model_unpaidCharges;
  "model/usage": typeof model_usage;
  "model/usagePeriods": typeof model_usagePeriods;
  "model/usageReport": typeof model_usageReport;
  "model/userError": typeof model_userError;
  "model/voiceAssistantSpec": typeof model_voiceAssistantSpec;
  "model/voiceAssistants": typeof model_voiceAssistants;
  "model/voiceCredential": typeof model_voiceCredential;
  "model/voicePlatform": typeof model_voicePlatform;
  "model/voiceSync": typeof model_voiceSync;
  "model/widget": typeof model_widget;
  operator: typeof operator;
  outbox: typeof outbox;
  overageBilling: typeof overageBilling;
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
  pruning: typeof pruning;
  samples: typeof samples;
  signIns: typeof signIns;
  subscriptions: typeof subscriptions;
  usage: typeof usage;
  voice: typeof voice;
  "catalog/variables": typeof catalog_variables;
  "model/operatorFacts": typeof model_operatorFacts;
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
