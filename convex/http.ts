import { convexAuth } from "@convex-dev/auth/server";
import { httpRouter, ROUTABLE_HTTP_METHODS } from "convex/server";
import { authConfig } from "./accounts/authConfig";
import { allAuthProviders } from "./accounts/oauthProviders";
import { receiveStripeEvent } from "./billing/subscriptions/stripeWebhook";
import { RATING_PATH, receiveRating } from "./calls/rating";
import { playRecording, RECORDING_PATH } from "./calls/recordingLinks";
import { servePage } from "./calls/pageUses";
import { showRequestedField } from "./calls/requestedField";
import { mailSlip } from "./calls/slipMail";
import { startCall } from "./calls/start";
import { receiveCallReport } from "./calls/vapiWebhook";
import { answerMessage, TYPED_PATH } from "./chats/answer";
import { answerInTrial } from "./siteTrials/answer";
import { beginTrial, showTrialSetting } from "./siteTrials/begin";
import { LEFT_MESSAGE_PATH, receiveLeftMessage } from "./leftMessages/receive";
import { receiveUpload, UPLOAD_PATH } from "./knowledge/uploads";
import { CALLER_PATH, showCallerAddress } from "./lib/callerAddress";
import { allowOrigins } from "./lib/crossOrigin";
import { publicHttpAction } from "./lib/functions";
import { receiveMailEvent } from "./notifications/mail/resendWebhook";
import {
  showUnsubscribePage,
  UNSUBSCRIBE_PATH,
  unsubscribeByPost,
} from "./notifications/mail/unsubscribe";
import { HEALTH_PATH, showHealth } from "./operator/health";
import { answerApi } from "./publicApi/entry";
import { API_PATH } from "./shared/apiKeys";
import { PAGE_ACTIONS_PATH } from "./shared/pageActions";
import { FIELD_PATH } from "./shared/requestedFields";
import { SLIP_PATH } from "./shared/slip";
import { TRIAL_ANSWER_PATH, TRIAL_PATH } from "./shared/siteTrials";
import { issuePageToken, PAGE_TOKEN_PATH } from "./talkButton/pageToken";
import { WIDGET_PAGE_PATH, showWidgetPage } from "./talkButton/widgetPage";

const http = httpRouter();

// With all providers, whichever keys are set: the routes of a deployment are fixed when it is pushed.
convexAuth(authConfig(allAuthProviders())).auth.addHttpRoutes(http);

for (const path of ["/call/web", TYPED_PATH, UPLOAD_PATH]) {
  http.route({ path, method: "OPTIONS", handler: publicHttpAction(async () => allowOrigins()) });
}
http.route({ path: CALLER_PATH, method: "GET", handler: publicHttpAction(showCallerAddress) });
http.route({ path: HEALTH_PATH, method: "GET", handler: publicHttpAction(showHealth) });
http.route({ path: "/call/web", method: "POST", handler: publicHttpAction(startCall) });
http.route({ path: TYPED_PATH, method: "POST", handler: publicHttpAction(answerMessage) });
http.route({ path: TRIAL_PATH, method: "GET", handler: publicHttpAction(showTrialSetting) });
http.route({ path: TRIAL_PATH, method: "POST", handler: publicHttpAction(beginTrial) });
http.route({ path: TRIAL_ANSWER_PATH, method: "POST", handler: publicHttpAction(answerInTrial) });
http.route({ path: RATING_PATH, method: "POST", handler: publicHttpAction(receiveRating) });
http.route({ path: SLIP_PATH, method: "POST", handler: publicHttpAction(mailSlip) });
http.route({ path: FIELD_PATH, method: "POST", handler: publicHttpAction(showRequestedField) });
http.route({ path: PAGE_ACTIONS_PATH, method: "POST", handler: publicHttpAction(servePage) });
http.route({
  path: LEFT_MESSAGE_PATH,
  method: "POST",
  handler: publicHttpAction(receiveLeftMessage),
});
http.route({ path: PAGE_TOKEN_PATH, method: "POST", handler: publicHttpAction(issuePageToken) });
http.route({ path: UPLOAD_PATH, method: "POST", handler: publicHttpAction(receiveUpload) });
http.route({ path: "/vapi", method: "POST", handler: publicHttpAction(receiveCallReport) });
http.route({ path: "/mail", method: "POST", handler: publicHttpAction(receiveMailEvent) });
http.route({
  path: UNSUBSCRIBE_PATH,
  method: "POST",
  handler: publicHttpAction(unsubscribeByPost),
});
http.route({
  path: UNSUBSCRIBE_PATH,
  method: "GET",
  handler: publicHttpAction(showUnsubscribePage),
});
http.route({ path: "/stripe", method: "POST", handler: publicHttpAction(receiveStripeEvent) });
http.route({ path: RECORDING_PATH, method: "GET", handler: publicHttpAction(playRecording) });
http.route({
  pathPrefix: WIDGET_PAGE_PATH,
  method: "GET",
  handler: publicHttpAction(showWidgetPage),
});
// Of every method, so that the API itself says what is wrong with one.
for (const method of ROUTABLE_HTTP_METHODS) {
  http.route({ pathPrefix: `${API_PATH}/`, method, handler: publicHttpAction(answerApi) });
}

export default http;
