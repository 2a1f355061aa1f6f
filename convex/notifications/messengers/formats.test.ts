/** The formats of the four messengers, and what their answers mean. */
import { expect, test } from "vitest";
import { discord } from "./discord";
import { escapedWithin, type LinkedMessage, withEntities } from "./format";
import { messageOf, textOfMessage } from "./message";
import { slack } from "./slack";
import { teams } from "./teams";
import { telegram } from "./telegram";

const MESSAGE: LinkedMessage = {
  title: "New inbox entry: a call with Ada & Co",
  lines: [
    { label: "Name", text: "<b>Maria</b> @everyone" },
    { label: null, text: "*two* loaves" },
  ],
  link: { label: "Open the inbox", url: "https://hark.example/dashboard/inbox?call=1&x=2" },
};
const CHAT = { kind: "telegram", chatId: "-1" } as const;

/** All texts of a body with their names, in order. */
function textsIn(body: object): [name: string, value: string][] {
  return Object.entries(body).flatMap(([name, value]: [string, unknown]): [string, string][] => {
    if (typeof value === "string") return [[name, value]];
    return typeof value === "object" && value !== null ? textsIn(value) : [];
  });
}

// T112: docs/security.md
test("Slack gets plain text in blocks, and one link of ours", () => {
  expect(slack.bodyOf(MESSAGE, { kind: "slack" })).toEqual({
    text: "New inbox entry: a call with Ada &amp; Co",
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      {
        type: "header",
        text: {
          type: "plain_text",
          text: "New inbox entry: a call with Ada &amp; Co",
          emoji: false,
        },
      },
      {
        type: "section",
        text: {
          type: "plain_text",
          text: "Name: &lt;b&gt;Maria&lt;/b&gt; @everyone\n*two* loaves",
          emoji: false,
        },
      },
      {
        type: "section",
        text: {
          type: "mrkdwn",
          text: "<https://hark.example/dashboard/inbox?call=1&amp;x=2|Open the inbox>",
          verbatim: true,
        },
      },
    ],
  });
});

// T112: docs/security.md
test("Discord gets an embed without markup, and mentions nobody", () => {
  expect(discord.bodyOf(MESSAGE, { kind: "discord" })).toEqual({
    embeds: [
      {
        title: String.raw`New inbox entry\: a call with Ada & Co`,
        description:
          String.raw`Name\: \<b\>Maria\</b\> \@everyone` + "\n" + String.raw`\*two\* loaves`,
        url: "https://hark.example/dashboard/inbox?call=1&x=2",
        footer: { text: "Open the inbox" },
      },
    ],
    allowed_mentions: { parse: [] },
  });
});

// T112: docs/security.md
test("Teams gets an Adaptive Card whose texts have no markup", () => {
  const body = JSON.stringify(teams.bodyOf(MESSAGE, { kind: "teams" }));
  expect(body).toContain('{"type":"TextRun","text":"<b>Maria</b> @everyone"}');
  expect(body).toContain('"type":"Action.OpenUrl","title":"Open the inbox"');
  expect(body).not.toContain('"TextBlock"');
});

// T112: docs/security.md
test("Telegram gets escaped HTML, and no name that it would notify", () => {
  expect(telegram.bodyOf(MESSAGE, CHAT)).toEqual({
    chat_id: "-1",
    text: [
      "<b>New inbox entry: a call with Ada &amp; Co</b>",
      "Name: &lt;b&gt;Maria&lt;/b&gt; @\u2060everyone",
      "*two* loaves",
      '<a href="https://hark.example/dashboard/inbox?call=1&amp;x=2">Open the inbox</a>',
    ].join("\n"),
    parse_mode: "HTML",
    link_preview_options: { is_disabled: true },
  });
});

test("an email address stays as it is in Telegram", () => {
  const lines = [{ label: "Email", text: "maria@shop.example" }];
  expect(JSON.stringify(telegram.bodyOf({ ...MESSAGE, lines }, CHAT))).toContain(
    "Email: maria@shop.example",
  );
});

test("messages are shortened to what each messenger accepts, after escaping", () => {
  const text = "&<@*\u{1F35E}".repeat(3_000);
  const long = {
    ...MESSAGE,
    title: text,
    lines: Array.from({ length: 30 }, () => ({ label: "L", text })),
  };
  const lengths = (body: object, names: string[]) =>
    textsIn(body).flatMap(([name, value]) => (names.includes(name) ? [value.length] : []));
  const [, header = 0, section = 0] = lengths(slack.bodyOf(long, { kind: "slack" }), ["text"]);
  expect(header).toBeLessThanOrEqual(150);
  expect(section).toBeLessThanOrEqual(3_000);
  const embed = discord.bodyOf(long, { kind: "discord" });
  expect(Math.max(...lengths(embed, ["title"]))).toBeLessThanOrEqual(256);
  expect(Math.max(...lengths(embed, ["description"]))).toBeLessThanOrEqual(4_096);
  expect(Math.max(...lengths(telegram.bodyOf(long, CHAT), ["text"]))).toBeLessThanOrEqual(4_096);
  const card = new TextEncoder().encode(JSON.stringify(teams.bodyOf(long, { kind: "teams" })));
  expect(card.length).toBeLessThanOrEqual(28 * 1_024);
});

test.each([
  "",
  "short",
  "&&&&&&&&&&&&&&&&",
  "\u{1F35E}\u{1F35E}\u{1F35E}\u{1F35E}",
  "<".repeat(500),
])("%s is cut between characters, with an ellipsis", (text) => {
  const kept = escapedWithin(text, 12, withEntities);
  expect(kept.length).toBeLessThanOrEqual(12);
  expect(kept).not.toMatch(/&(?!(?:amp|lt|gt);)/);
  expect(kept.endsWith("…")).toBe(withEntities(text).length > 12);
});

const ANSWERS = [
  [slack, 200, "ok", "delivered", null],
  [slack, 400, "invalid_payload", "failed", null],
  [slack, 403, "action_prohibited", "gone", null],
  [slack, 404, "no_service", "gone", null],
  [slack, 410, "channel_is_archived", "gone", null],
  [slack, 429, "rate_limited", "failed", null],
  [slack, 500, "rollup_error", "failed", null],
  [slack, null, "No connection", "failed", null],
  [discord, 204, "", "delivered", null],
  [discord, 404, '{"message": "Unknown Webhook", "code": 10015}', "gone", null],
  [discord, 401, '{"message": "Invalid Webhook Token", "code": 50027}', "gone", null],
  [discord, 400, '{"message": "Invalid Form Body", "code": 50035}', "failed", null],
  [discord, 429, '{"message": "You are being rate limited.", "retry_after": 64.57}', "failed", 65],
  [discord, 429, "error code: 1015", "failed", null],
  [teams, 202, "", "delivered", null],
  [
    teams,
    400,
    '{"error":{"code":"WorkflowTriggerIsNotEnabled","message":"Deleted"}}',
    "gone",
    null,
  ],
  [teams, 400, '{"error":{"code":"TriggerInputSchemaMismatch","message":"x"}}', "failed", null],
  [teams, 401, "{}", "gone", null],
  [teams, 502, "Bad Gateway", "failed", null],
  [telegram, 200, '{"ok":true}', "delivered", null],
  [telegram, 401, '{"ok":false,"description":"Unauthorized"}', "gone", null],
  [
    telegram,
    403,
    '{"ok":false,"description":"Forbidden: bot was blocked by the user"}',
    "gone",
    null,
  ],
  [telegram, 400, '{"ok":false,"description":"Bad Request: chat not found"}', "gone", null],
  [telegram, 400, '{"ok":false,"description":"Bad Request: message is too long"}', "failed", null],
  [telegram, 429, '{"ok":false,"parameters":{"retry_after":34}}', "failed", 34],
] as const;

test.each(ANSWERS)("%#: an answer of %j with status %j is %j", (...row) => {
  const [format, status, response, verdict, waitSeconds] = row;
  expect(format.readAnswer({ status, response })).toMatchObject({ verdict, waitSeconds });
});

test("a group that Telegram moved is gone, and the log has its new ID", () => {
  const description = "Bad Request: group chat was upgraded to a supergroup chat";
  const parameters = { migrate_to_chat_id: -1001234567890 };
  const response = JSON.stringify({ ok: false, error_code: 400, description, parameters });
  expect(telegram.readAnswer({ status: 400, response })).toMatchObject({
    verdict: "gone",
    text: `${description} The chat's new ID is -1001234567890.`,
  });
});

test("each event has a title, and names are one line", () => {
  const call = { assistantName: "Ada\n& Co\u202E", channel: "voice", isTest: false };
  const data = { ...call, callId: "c 1", durationSeconds: 200, unanswered: "", mood: "positive" };
  const labels = { found_wish: "Rückruf" };
  const entry = { ...data, found_wish: true, found_none: null, unanswered: "Why?\nWhen?" };
  expect([
    textOfMessage(messageOf("call.started", data, {})),
    textOfMessage(messageOf("call.ended", { ...data, channel: "text", isTest: true }, {})),
    textOfMessage(messageOf("outcome.created", entry, labels)),
    textOfMessage(messageOf("outcome.created", { ...data, channel: "message", mood: null }, {})),
    textOfMessage(messageOf("assistant.published", data, {})),
    textOfMessage(
      messageOf(
        "usage.threshold",
        { of: "minutes", percent: 80, usedMinutes: 200, includedMinutes: 250 },
        {},
      ),
    ),
    textOfMessage(
      messageOf(
        "usage.threshold",
        { of: "spending", percent: 100, spentCents: 5000, limitCents: 5000 },
        {},
      ),
    ),
  ]).toEqual([
    "A call with Ada & Co has started",
    "A typed conversation with Ada & Co has ended (a test)\nDuration: 3 min 20 s",
    "New inbox entry: a call with Ada & Co\nRückruf: yes\nCould not answer: Why?\nCould not answer: When?\nMood: positive",
    "New inbox entry: a message for Ada & Co",
    "Ada & Co is published",
    "You have used 80% of your minutes\n200 of 250 included minutes.",
    "You have used 100% of your spending limit\n$50.00 of $50.00.",
  ]);
  expect(messageOf("outcome.created", data, {}).link?.path).toBe("/dashboard/inbox?call=c%201");
});
