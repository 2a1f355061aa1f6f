import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { FoundAssistant } from "../state/assistant";
import { en } from "./languages/en";
import { MessageList } from "./message-list";
import { afterTalkEvent, NEW_CONVERSATION, type ChatMessage, type TalkEvent } from "./talk-state";

const GREETING = "Hello from the bakery.";
const ASSISTANT: FoundAssistant = {
  embedId: "bakery",
  name: "Bakery desk",
  greeting: GREETING,
  hasVoice: true,
  widgetColor: "#14b8a6",
  widgetIcon: "mic",
  widgetSize: "small",
};

afterEach(cleanup);

function show(...events: TalkEvent[]): void {
  const state = events.reduce(afterTalkEvent, NEW_CONVERSATION);
  render(
    <MessageList
      assistant={ASSISTANT}
      texts={en}
      state={state}
      isSpoken={events.length > 0}
      onTryAgain={null}
    />,
  );
}

function heard(role: ChatMessage["role"], text: string, isFinal: boolean): TalkEvent {
  return { kind: "heard", part: { role, text, isFinal } };
}

test("a conversation begins with the greeting, also if the visitor speaks first", () => {
  show();
  expect(screen.getByText(GREETING)).toBeDefined();
  cleanup();
  show(heard("user", "Good", false));
  expect(screen.getByText(GREETING)).toBeDefined();
});

test("while the assistant says its greeting in a call, the written one does not stand above it", () => {
  show(heard("assistant", "Hello from", false));
  expect(screen.queryByText(GREETING)).toBeNull();
  expect(screen.getByText("Hello from")).toBeDefined();
  cleanup();
  show(heard("assistant", GREETING, true));
  expect(screen.getAllByText(GREETING)).toHaveLength(1);
});
