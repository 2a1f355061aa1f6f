export type ErrorCode =
  | "assistant_limit"
  | "assistant_not_found"
  | "call_not_found"
  | "embed_id_rejected"
  | "invalid_email"
  | "invalid_input"
  | "invalid_password"
  | "knowledge_file_rejected"
  | "no_subscription"
  | "not_signed_in"
  | "not_yours"
  | "payment_declined"
  | "payment_due"
  | "payment_method_missing"
  | "payments_unavailable"
  | "plan_limit"
  | "plan_unknown"
  | "sign_in_failed"
  | "sign_up_failed"
  | "subscription_ended"
  | "subscription_required"
  | "too_many_attempts"
  | "too_many_requests"
  | "voice_platform_failed"
  | "weak_password";

/** What a ConvexError of ours carries: the message may be shown to the owner as it is. */
export type UserError = { code: ErrorCode; message: string };
