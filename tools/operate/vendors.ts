/** Clients of the vendors with the deployment's own keys and addresses. */
import Stripe from "stripe";
import { mailService } from "../../convex/vendors/resend.ts";
import type { MailService } from "../../convex/vendors/resend.ts";
import { stripeAddress } from "../../convex/vendors/stripeAddress.ts";
import { voicePlatform } from "../../convex/vendors/vapi.ts";
import type { VoicePlatform } from "../../convex/vendors/vapi.ts";
import type { Variables } from "./deployment.ts";

const VAPI = "https://api.vapi.ai";
const RESEND = "https://api.resend.com";

export function stripeFrom(variables: Variables): Stripe {
  const { STRIPE_SECRET_KEY: secretKey = "", STRIPE_API_URL = "" } = variables;
  const apiUrl = STRIPE_API_URL === "" ? null : STRIPE_API_URL;
  return new Stripe(secretKey, { ...stripeAddress({ secretKey, apiUrl }), telemetry: false });
}

export function voiceAccessFrom(variables: Variables): { apiUrl: string; privateKey: string } {
  const { VAPI_PRIVATE_KEY: privateKey = "", VAPI_API_URL = "" } = variables;
  return { apiUrl: VAPI_API_URL === "" ? VAPI : VAPI_API_URL, privateKey };
}

export function voicePlatformFrom(variables: Variables): VoicePlatform {
  // Without the public key, calls cannot be controlled from here.
  return voicePlatform({ ...voiceAccessFrom(variables), publicKey: null });
}

export function mailServiceFrom(variables: Variables): MailService {
  const { RESEND_API_KEY: apiKey = "", RESEND_API_URL = "" } = variables;
  return mailService({ apiUrl: RESEND_API_URL === "" ? RESEND : RESEND_API_URL, apiKey });
}
