import { httpRouter } from "convex/server";
import { auth } from "./auth";
import { publicHttpAction } from "./functions";
import { BUTTON_PATH, showButton } from "./model/assistants/drawnButton";
import { receiveUpload, UPLOAD_PATH } from "./model/assistants/uploads";
import { startCall } from "./model/calls/callProxy";
import { receiveCallReport } from "./model/calls/callWebhook";
import { allowOrigins } from "./model/common/crossOrigin";
import { receiveStripeEvent } from "./model/money/subscriptions/stripeWebhook";

const http = httpRouter();

auth.addHttpRoutes(http);

for (const path of ["/call/web", UPLOAD_PATH]) {
  http.route({ path, method: "OPTIONS", handler: publicHttpAction(async () => allowOrigins()) });
}
http.route({ path: "/call/web", method: "POST", handler: publicHttpAction(startCall) });
http.route({ path: UPLOAD_PATH, method: "POST", handler: publicHttpAction(receiveUpload) });
http.route({ path: "/vapi", method: "POST", handler: publicHttpAction(receiveCallReport) });
http.route({ path: "/stripe", method: "POST", handler: publicHttpAction(receiveStripeEvent) });
http.route({ pathPrefix: BUTTON_PATH, method: "GET", handler: publicHttpAction(showButton) });

export default http;
