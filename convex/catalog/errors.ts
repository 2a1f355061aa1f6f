export type ErrorCode =
  | "assistant_limit"
  | "assistant_not_found"
  | "embed_id_rejected"
  | "invalid_email"
  | "invalid_input"
  | "invalid_password"
  | "not_signed_in"
  | "not_yours"
  | "sign_in_failed"
  | "sign_up_failed"
  | "too_many_attempts"
  | "weak_password";

/** What a ConvexError of ours carries: the message may be shown to the owner as it is. */
export type UserError = { code: ErrorCode; message: string };
