import { httpRouter } from "convex/server";
import { auth } from "./auth";
import { publicHttpAction } from "./functions";
import { allowOrigins, startCall } from "./model/calls/callProxy";
import { receiveCallReport } from "./model/calls/callWebhook";
import { receiveStripeEvent } from "./model/money/subscriptions/stripeWebhook";

const http = httpRouter();

auth.addHttpRoutes(http);

http.route({
  path: "/call/web",
  method: "OPTIONS",
  handler: publicHttpAction(async () => allowOrigins()),
});
http.route({ path: "/call/web", method: "POST", handler: publicHttpAction(startCall) });
http.route({ path: "/vapi", method: "POST", handler: publicHttpAction(receiveCallReport) });
http.route({ path: "/stripe", method: "POST", handler: publicHttpAction(receiveStripeEvent) });

export default http;
