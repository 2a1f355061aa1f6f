/** By which the form finds the tab of what is not right. */
export const TALK_FIELD = "talk";
