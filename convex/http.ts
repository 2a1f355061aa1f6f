import { convexAuth } from "@convex-dev/auth/server";
import { httpRouter, ROUTABLE_HTTP_METHODS } from "convex/server";
import { API_PATH } from "./catalog/apiKeys";
import { publicHttpAction } from "./functions";
import { authConfig } from "./model/accounts/authConfig";
import { allWayProviders } from "./model/accounts/otherWays";
import { answerApi } from "./model/api/door";
import { BUTTON_PATH, showButton } from "./model/assistants/drawnButton";
import { giveProof, PROOF_PATH } from "./model/assistants/callProof";
import { receiveUpload, UPLOAD_PATH } from "./model/assistants/uploads";
import { startCall } from "./model/calls/callProxy";
import { receiveCallReport } from "./model/calls/callWebhook";
import { playRecording, RECORDING_PATH } from "./model/calls/recordingLinks";
import { CALLER_PATH, tellCaller } from "./model/common/callerAddress";
import { allowOrigins } from "./model/common/crossOrigin";
import { receiveMailEvent } from "./model/mail/mailWebhook";
import { showStopPage, STOP_PATH, stopByPost } from "./model/mail/oneClick";
import { receiveStripeEvent } from "./model/money/subscriptions/stripeWebhook";

const http = httpRouter();

// With all providers, whichever keys are set: the routes of a deployment are fixed when it is pushed.
convexAuth(authConfig(allWayProviders())).auth.addHttpRoutes(http);

for (const path of ["/call/web", UPLOAD_PATH]) {
  http.route({ path, method: "OPTIONS", handler: publicHttpAction(async () => allowOrigins()) });
}
http.route({ path: CALLER_PATH, method: "GET", handler: publicHttpAction(tellCaller) });
http.route({ path: "/call/web", method: "POST", handler: publicHttpAction(startCall) });
http.route({ path: PROOF_PATH, method: "POST", handler: publicHttpAction(giveProof) });
http.route({ path: UPLOAD_PATH, method: "POST", handler: publicHttpAction(receiveUpload) });
http.route({ path: "/vapi", method: "POST", handler: publicHttpAction(receiveCallReport) });
http.route({ path: "/mail", method: "POST", handler: publicHttpAction(receiveMailEvent) });
http.route({ path: STOP_PATH, method: "POST", handler: publicHttpAction(stopByPost) });
http.route({ path: STOP_PATH, method: "GET", handler: publicHttpAction(showStopPage) });
http.route({ path: "/stripe", method: "POST", handler: publicHttpAction(receiveStripeEvent) });
http.route({ path: RECORDING_PATH, method: "GET", handler: publicHttpAction(playRecording) });
http.route({ pathPrefix: BUTTON_PATH, method: "GET", handler: publicHttpAction(showButton) });
// Of every method, so that the API itself says what is wrong with one.
for (const method of ROUTABLE_HTTP_METHODS) {
  http.route({ pathPrefix: `${API_PATH}/`, method, handler: publicHttpAction(answerApi) });
}

export default http;
