/** The messengers in which owners can read what happens, and what the address of each looks like. */
export const MESSENGERS = ["slack", "teams", "discord", "telegram"] as const;
export type MessengerKind = (typeof MESSENGERS)[number];

export const MESSENGER_NAMES: Record<MessengerKind, string> = {
  slack: "Slack",
  teams: "Microsoft Teams",
  discord: "Discord",
  telegram: "Telegram",
};

/** Per owner, of all kinds together. */
export const MAX_MESSENGERS = 10;
/** Characters. */
export const MAX_MESSENGER_ADDRESS_LENGTH = 1_000;

export const MESSENGER_MESSAGES = {
  slack:
    "This is not the address of a Slack incoming webhook. It looks like https://hooks.slack.com/services/T…/B…/….",
  teams:
    "This is not the address of a Teams workflow. Copy it from the step “When a Teams webhook request is received”. It is long and contains “sig=”.",
  teamsConnector:
    "This is the address of an Office 365 connector, which Microsoft has retired. Create a workflow in Teams and paste its address.",
  discord:
    "This is not the address of a Discord webhook. It looks like https://discord.com/api/webhooks/…/….",
  telegramToken:
    "This is not a bot token. @BotFather shows it when you create a bot. It looks like 123456789:AbC….",
  telegramChat:
    "This is not a chat ID. It is a number such as -1001234567890, or the @name of a public channel.",
  otherKind: "The connection belongs to another messenger. Please add a new one.",
  tooMany: `You already have ${MAX_MESSENGERS} messenger connections. Delete one you no longer need first.`,
} as const;
