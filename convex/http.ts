import { httpRouter } from "convex/server";
import { auth } from "./auth";
import { publicHttpAction } from "./functions";
import { receiveStripeEvent } from "./model/stripeWebhook";

const http = httpRouter();

auth.addHttpRoutes(http);

http.route({
  path: "/stripe",
  method: "POST",
  handler: publicHttpAction(receiveStripeEvent),
});

export default http;
