import { httpRouter } from "convex/server";
import { auth } from "./auth";
import { publicHttpAction } from "./functions";
import { allowOrigins, startCall } from "./model/callProxy";
import { receiveCallReport } from "./model/callWebhook";
import { receiveStripeEvent } from "./model/stripeWebhook";

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
