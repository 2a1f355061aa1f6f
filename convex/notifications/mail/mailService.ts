import { optional, required } from "../../lib/env";
import { type MailService, mailService } from "../../vendors/resend";

const API_URL = "https://api.resend.com";

/** Resend with this deployment's key and address. */
export function resendService(): MailService {
  return mailService({
    apiUrl: optional("RESEND_API_URL") ?? API_URL,
    apiKey: required("RESEND_API_KEY"),
  });
}
