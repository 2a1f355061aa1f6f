import { httpActionGeneric, httpRouter } from "convex/server";
import { resend } from "./mail";

const http = httpRouter();

http.route({
  path: "/mail-events",
  method: "POST",
  handler: httpActionGeneric((ctx, request) => resend().handleResendEventWebhook(ctx, request)),
});

export default http;
