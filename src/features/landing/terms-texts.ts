/** The text of the terms page. */
export const TERMS_SECTIONS = [
  {
    title: "Your account",
    text: "Keep your password to yourself. You are responsible for what happens in your account. Tell support at once if you think that someone else is using it.",
  },
  {
    title: "Your assistants",
    text: "What you write stays yours. An assistant must not claim to be a person, break the law, or say anything that you have no right to say.",
  },
  {
    title: "What it costs",
    text: "Creating and testing assistants is free within the free minutes. You pay for a plan by the month, and it renews until you cancel. After you cancel, it runs until the end of the period you have paid for. Minutes beyond those included are charged at the rate shown with your plan; a trial has no such charges. There is one free trial for each person and each card: if you pay with a card that already had one, the plan starts and is charged immediately.",
  },
  {
    title: "Your visitors",
    text: "Where the law requires it, tell your visitors that they are talking to a machine and that the conversation may be recorded, and ask for their consent.",
  },
  {
    title: "No warranty",
    text: "The service is provided as is. An assistant can misunderstand and can be wrong: do not use it where a wrong answer could harm someone.",
  },
] as const;
