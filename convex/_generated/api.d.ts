/* eslint-disable */
/**
 * Generated `api` utility.
 *
 * THIS CODE IS AUTOMATICALLY GENERATED.
 *
 * To regenerate, run `npx convex dev`.
 * @module
 */

import type * as assistants from "../assistants.js";
import type * as auth from "../auth.js";
import type * as catalog_errors from "../catalog/errors.js";
import type * as catalog_limits from "../catalog/limits.js";
import type * as catalog_looks from "../catalog/looks.js";
import type * as catalog_messages from "../catalog/messages.js";
import type * as catalog_plans from "../catalog/plans.js";
import type * as catalog_product from "../catalog/product.js";
import type * as catalog_voices from "../catalog/voices.js";
import type * as env from "../env.js";
import type * as functions from "../functions.js";
import type * as http from "../http.js";
import type * as model_assistantFields from "../model/assistantFields.js";
import type * as model_assistantTexts from "../model/assistantTexts.js";
import type * as model_assistants from "../model/assistants.js";
import type * as model_billingFields from "../model/billingFields.js";
import type * as model_callFields from "../model/callFields.js";
import type * as model_credentials from "../model/credentials.js";
import type * as model_owner from "../model/owner.js";
import type * as model_passwordAuth from "../model/passwordAuth.js";
import type * as model_userError from "../model/userError.js";

import type {
  ApiFromModules,
  FilterApi,
  FunctionReference,
} from "convex/server";

declare const fullApi: ApiFromModules<{
  assistants: typeof assistants;
  auth: typeof auth;
  "catalog/errors": typeof catalog_errors;
  "catalog/limits": typeof catalog_limits;
  "catalog/looks": typeof catalog_looks;
  "catalog/messages": typeof catalog_messages;
  "catalog/plans": typeof catalog_plans;
  "catalog/product": typeof catalog_product;
  "catalog/voices": typeof catalog_voices;
  env: typeof env;
  functions: typeof functions;
  http: typeof http;
  "model/assistantFields": typeof model_assistantFields;
  "model/assistantTexts": typeof model_assistantTexts;
  "model/assistants": typeof model_assistants;
  "model/billingFields": typeof model_billingFields;
  "model/callFields": typeof model_callFields;
  "model/credentials": typeof model_credentials;
  "model/owner": typeof model_owner;
  "model/passwordAuth": typeof model_passwordAuth;
  "model/userError": typeof model_userError;
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
