/** Addresses that look like the vendors' own. Any other address of the same form works too. */
const WORKFLOW = "0123456789abcdef0123456789abcdef";

export const EXAMPLES = {
  slack: "https://hooks.slack.com/services/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",
  teams: `https://local-01.westeurope.logic.azure.com/workflows/${WORKFLOW}/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=localLocalLocalLocalLocalLocalLocalLocal012`,
  discord:
    "https://discord.com/api/webhooks/100000000000000001/localLocalLocalLocalLocalLocalLocalLocalLocalLocalLocalLocalLocal123",
  telegramToken: "100000001:localLocalLocalLocalLocalLocal12345",
  telegramChat: "-1001234567890",
} as const;
