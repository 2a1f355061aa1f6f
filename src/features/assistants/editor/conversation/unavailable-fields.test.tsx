import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { DEFAULT_CONVERSATION } from "../../../../../convex/shared/conversation";
import { OFFICE_HOURS } from "../../../../../convex/shared/openingHours";
import type { WhenUnavailable } from "../../../../../convex/shared/unavailability";
import type { Conversation } from "../../settings";
import { UnavailableFields } from "./unavailable-fields";

afterEach(cleanup);

const CLOSED = "Outside your opening hours";

function show(first: Partial<Conversation>): (WhenUnavailable | undefined)[] {
  const sent: (WhenUnavailable | undefined)[] = [];
  function Form() {
    const [conversation, setConversation] = useState({ ...DEFAULT_CONVERSATION, ...first });
    return (
      <UnavailableFields
        conversation={conversation}
        onChange={(changed) => {
          sent.push(changed.whenUnavailable);
          setConversation({ ...conversation, ...changed });
        }}
      />
    );
  }
  render(<Form />);
  return sent;
}

const valueOf = (label: string) => screen.getByLabelText<HTMLSelectElement>(label).value;

test("an assistant that has not chosen shows the defaults, and a choice saves all of them", async () => {
  const sent = show({ openingHours: OFFICE_HOURS });
  expect(valueOf(CLOSED)).toBe("message");
  expect(valueOf("When all lines are busy")).toBe("message");
  expect(valueOf("When your minutes are used up, or your plan has ended")).toBe("message");
  expect(valueOf("While it is not published")).toBe("words");
  await userEvent.setup().selectOptions(screen.getByLabelText(CLOSED), "Hide the button");
  expect(sent).toEqual([
    { closed: "nothing", busy: "message", noMinutes: "message", notLive: "words" },
  ]);
  expect(screen.getByLabelText(CLOSED)).toHaveProperty("value", "nothing");
  expect(screen.getByText(/button is hidden on your website outside/)).toBeTruthy();
});

test("without opening hours there is nothing to choose for them", () => {
  show({});
  expect(screen.queryByLabelText(CLOSED)).toBeNull();
});

test("a case offers only what the button can do then", () => {
  show({});
  const busy = screen.getByLabelText<HTMLSelectElement>("When all lines are busy");
  expect([...busy.options].map(({ value }) => value)).toEqual(["message", "words"]);
});
