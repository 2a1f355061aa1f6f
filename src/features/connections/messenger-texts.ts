/** What the Connections page says about Slack, Teams, Discord and Telegram. */
export const MESSENGER_TEXTS = {
  title: "Slack, Teams, Discord and Telegram",
  subtitle:
    "As soon as a conversation ends, your team's channel gets what the visitor left. Each message links to the inbox.",
  empty: "No messengers yet. Connect the one that your team uses.",
  addLabel: (name: string) => `Connect ${name}`,
  chat: (chatId: string, bot: string) => `Chat ${chatId}, bot ${bot}`,
  gone: (time: string, name: string, answer: string) =>
    `Switched off ${time}: ${name} no longer accepts messages there${answer === "" ? "" : ` (“${answer}”)`}. Fix it in ${name} and switch it on, or edit the connection.`,
  failed: (time: string, days: number) =>
    `Switched off ${time}, after ${days} days of failures. Switch it on to send the waiting messages.`,
} as const;

export const MESSENGER_DIALOG = {
  addTitle: (name: string) => `Connect ${name}`,
  editTitle: (name: string) => `Edit ${name}`,
  events: "What to send",
  keeps: (address: string) => `Leave it empty to keep ${address}.`,
  chat: "Chat ID",
  chatHint: "A number, which is negative for groups, or the @name of a public channel.",
  chatPlaceholder: "-1001234567890",
  slack: {
    steps: [
      "In Slack, open api.slack.com/apps and create an app for your workspace.",
      "Under “Incoming Webhooks”, switch them on and add one for a channel.",
      "Copy the webhook URL and paste it here.",
    ],
    address: "Webhook URL",
    placeholder: "https://hooks.slack.com/services/…",
  },
  teams: {
    steps: [
      "In Teams, open the channel's menu and choose “Workflows”.",
      "Choose “Post to a channel when a webhook request is received”, or “Send webhook alerts to a channel”.",
      "Copy the workflow's URL and paste it here.",
    ],
    address: "Workflow URL",
    placeholder: "https://….logic.azure.com/workflows/…",
  },
  discord: {
    steps: [
      "In Discord, open the channel's settings and choose “Integrations”.",
      "Create a webhook and copy its URL.",
      "Paste it here.",
    ],
    address: "Webhook URL",
    placeholder: "https://discord.com/api/webhooks/…",
  },
  telegram: {
    steps: [
      "In Telegram, write /newbot to @BotFather and copy the bot's token.",
      "Start a chat with the bot, or add it to your group or channel.",
      "Paste the token and the chat's ID here.",
    ],
    address: "Bot token",
    placeholder: "123456789:…",
  },
} as const;
