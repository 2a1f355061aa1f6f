import { MAX_TRIAL_ANSWERS, MAX_TRIAL_MESSAGE_LENGTH } from "./siteTrials";

const SIGN_UP_INSTEAD = "Sign up free, and your assistant reads the whole site.";

/** Why a visitor of the landing page cannot try a website. */
export const TRIAL_REFUSALS = {
  off: `Trying it here is switched off at the moment. ${SIGN_UP_INSTEAD}`,
  networkUsedUp: `You have tried three websites today. ${SIGN_UP_INSTEAD}`,
  hostUsedUp: `This website has been tried often enough today. ${SIGN_UP_INSTEAD}`,
  allUsedUp: `Today's trials are used up. ${SIGN_UP_INSTEAD}`,
  busy: "Other websites are being read at the moment. Please try again in ten seconds.",
  addressMissing: "Please enter the address of your website, such as www.example.com.",
  messageTooLong: `A question can have at most ${MAX_TRIAL_MESSAGE_LENGTH} characters.`,
  over: `This trial is over. ${SIGN_UP_INSTEAD}`,
  answersUsedUp: `Those were the ${MAX_TRIAL_ANSWERS} answers of this trial. ${SIGN_UP_INSTEAD}`,
} as const;
