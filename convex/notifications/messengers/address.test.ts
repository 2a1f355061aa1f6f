import { expect, test } from "vitest";
import { MESSENGER_MESSAGES } from "../../shared/messengers";
import { checkedMessenger, checkedUrl, maskedAddress, withoutSecret } from "./address";

const SLACK = "https://hooks.slack.com/services/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";
const DISCORD_TOKEN = "aB3d-_".repeat(11);
const DISCORD = `https://discord.com/api/webhooks/223704706495545344/${DISCORD_TOKEN}`;
const FLOW = "0a1b2c3d".repeat(4);
const INVOKE = "triggers/manual/paths/invoke";
const QUERY = "api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=a-B_3d";
const LOGIC = `https://prod-23.westeurope.logic.azure.com/workflows/${FLOW}/${INVOKE}?${QUERY}`;
const POWER = `https://default1a2b.0c.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/${FLOW}/${INVOKE}?${QUERY}`;
const TOKEN = `123456789:${"aB3d-_".repeat(6)}`;

test.each([
  ["slack", ` ${SLACK} `, SLACK],
  ["slack", `${SLACK}?x=1#y`, SLACK],
  ["discord", DISCORD, DISCORD],
  ["discord", DISCORD.replace("discord.com", "ptb.discord.com"), DISCORD],
  ["discord", DISCORD.replace("/api/", "/api/v10/"), DISCORD],
  [
    "discord",
    `${DISCORD}?wait=true&thread_id=223704706495545345`,
    `${DISCORD}?thread_id=223704706495545345`,
  ],
  ["teams", LOGIC.replace(".com/", ".com:443/"), LOGIC],
  ["teams", POWER, POWER],
] as const)("%s: %s is stored as %s", (kind, given, stored) => {
  expect(checkedUrl(kind, given)).toBe(stored);
});

const refusals: [keyof typeof MESSENGER_MESSAGES, "slack" | "teams" | "discord", string[]][] = [
  [
    "slack",
    "slack",
    [
      ...["", "x", "hooks.slack.com", SLACK.replace("https", "http"), DISCORD, LOGIC],
      ...[SLACK.replace("hooks.slack.com", "hooks.slack.com.evil.example")],
      ...[SLACK.replace("hooks.slack.com", "evil-hooks.slack.com")],
      ...[SLACK.replace("hooks.slack.com", "127.0.0.1"), SLACK.replace("hooks.", "hooks.@")],
      ...[SLACK.replace("https://", "https://me:secret@"), SLACK.replace(".com/", ".com:8443/")],
      ...[
        SLACK.replace("/services/", "/workflows/"),
        `${SLACK}/more`,
        SLACK.replace("/T0", "/../T0"),
      ],
      `${SLACK}${"x".repeat(1_000)}`,
    ],
  ],
  [
    "discord",
    "discord",
    [
      ...[SLACK, DISCORD.replace("discord.com", "discord.com.evil.example"), `${DISCORD}/slack`],
      ...[DISCORD.replace("webhooks", "channels"), DISCORD.replace("https", "http")],
      DISCORD.replace("223704706495545344", "1"),
    ],
  ],
  [
    "teams",
    "teams",
    [
      ...[SLACK, LOGIC.replace(/&sig=.*/, ""), LOGIC.replace(".logic.azure.com", ".azure.com")],
      ...[LOGIC.replace("logic.azure.com", "logic.azure.com.evil.example")],
      ...[LOGIC.replace("prod-23.westeurope.", "evil.example/"), LOGIC.replace("/manual/", "/x/")],
      "https://logic.azure.com/",
    ],
  ],
  [
    "teamsConnector",
    "teams",
    ["https://bakery.webhook.office.com/webhookb2/1@2/IncomingWebhook/3/4"],
  ],
];

// T111: docs/security.md
test.each(refusals.flatMap(([why, kind, given]) => given.map((one) => [kind, one, why] as const)))(
  "%s: %s is refused: %s",
  (kind, given, why) => {
    expect(() => checkedUrl(kind, given)).toThrow(
      expect.objectContaining({
        data: { code: "messenger_rejected", message: MESSENGER_MESSAGES[why] },
      }),
    );
  },
);

test.each(["-1001234567890", "123456", "@bakery_news"])("the chat %s is accepted", (chatId) => {
  expect(checkedMessenger({ kind: "telegram", token: ` ${TOKEN} `, chatId })).toEqual({
    url: `https://api.telegram.org/bot${TOKEN}/sendMessage`,
    messenger: { kind: "telegram", chatId },
  });
});

test.each([
  ["", "-1"],
  [TOKEN.replace(":", "/"), "-1"],
  [`${TOKEN}/../x`, "-1"],
  [`${TOKEN}?x=`, "-1"],
  [TOKEN, ""],
  [TOKEN, "bakery"],
  [TOKEN, "@a b"],
  [TOKEN, "1; drop"],
])("the token %s with the chat %s is refused", (token, chatId) => {
  expect(() => checkedMessenger({ kind: "telegram", token, chatId })).toThrow();
});

const STORED = [
  checkedMessenger({ kind: "slack", url: SLACK }),
  checkedMessenger({ kind: "discord", url: DISCORD }),
  checkedMessenger({ kind: "teams", url: LOGIC }),
  checkedMessenger({ kind: "telegram", token: TOKEN, chatId: "-1" }),
];

// T111: docs/security.md
test("a masked address shows where it leads, and four characters of its secret", () => {
  expect(STORED.map(maskedAddress)).toEqual([
    "hooks.slack.com/…UvWx",
    "discord.com/…B3d-_".replace("B3d-_", "3d-_"),
    "prod-23.westeurope.logic.azure.com/…B_3d",
    "123456789:…3d-_",
  ]);
});

// T111: docs/security.md
test("a text that repeats the address or its secret is shown without them", () => {
  for (const stored of STORED) {
    const { pathname, search } = new URL(stored.url);
    const secret = /[\w-]{6,}(?=$|\/sendMessage$)/.exec(stored.url)?.[0] ?? "";
    const text = `No connection: ${stored.url}, ${pathname}${search}, ${secret}`;
    const shown = withoutSecret(text, stored);
    expect(secret).not.toBe("");
    expect(shown).not.toContain(secret);
    expect(shown).toContain("No connection");
  }
});
