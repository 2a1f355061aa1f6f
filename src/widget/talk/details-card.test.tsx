import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Detail } from "../../../convex/shared/details";
import { LANGUAGES } from "../../../convex/shared/languages";
import { DetailsCard } from "./details-card";
import { en } from "./languages/en";
import { proposalTexts } from "./proposal-texts";

const NAME: Detail = { key: "name", label: "Name", kind: "text", value: "Eda" };
const EMAIL: Detail = { key: "email", label: "Email", kind: "email", value: null };
const WAY: Detail = {
  ...{ key: "way", label: "Way", kind: "choice", value: null },
  choices: ["Pick-up", "Delivery"],
};
const FIRST: Detail = { key: "first", label: "First visit", kind: "yesNo", value: false };
const DETAILS = [NAME, EMAIL, WAY, FIRST];
const own = proposalTexts("en");

const fetched = vi.fn<(url: string, init: { body: string }) => Promise<Response>>();
const onSay = vi.fn<(words: string) => void>();

beforeEach(() => {
  fetched.mockReset();
  onSay.mockReset();
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Card({ canEdit = true, given = DETAILS }: { canEdit?: boolean; given?: Detail[] }) {
  const [details, setDetails] = useState(given);
  return (
    <>
      <DetailsCard
        {...{ details, texts: en, language: "en", siteUrl: "https://site.example", canEdit, onSay }}
        conversation={{ embedId: "bakery", thread: "t" }}
        onDetails={setDetails}
      />
      <button type="button" onClick={() => setDetails([{ ...NAME, value: "Ida" }])}>
        Note
      </button>
    </>
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const write = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
const sent = () => fetched.mock.calls.map(([, { body }]) => JSON.parse(body) as object);
const answer = (details: Detail[], detailFault?: string) =>
  fetched.mockResolvedValueOnce(Response.json({ details, detailFault }));

test("each line has what is noted, and those without a value wait for one", () => {
  render(<Card />);
  const values = screen.getAllByRole("definition").map(({ textContent }) => textContent);
  expect(values.filter((text) => text !== own.edit)).toEqual(["Eda", "–", "–", en.no]);
});

test("a line is corrected by hand, and the assistant is told", async () => {
  render(<Card />);
  press(own.editValue("Name"));
  write("Name", " Ada ");
  answer([{ ...NAME, value: "Ada" }]);
  press(own.save);
  await screen.findByText("Ada");
  expect(sent()).toEqual([
    { assistantId: "bakery", thread: "t", detail: { key: "name", value: " Ada " } },
  ]);
  expect(onSay.mock.calls).toEqual([["Name: Ada"]]);
  expect(screen.getByRole("button", { name: own.editValue("Name") })).toBe(document.activeElement);
});

test("a choice and a yes are chosen", async () => {
  render(<Card />);
  press(own.editValue("Way"));
  write("Way", "Delivery");
  answer(DETAILS);
  press(own.save);
  await vi.waitFor(() => expect(onSay).toHaveBeenCalledWith("Way: Delivery"));
  press(own.editValue("First visit"));
  write("First visit", "true");
  answer(DETAILS);
  press(own.save);
  await vi.waitFor(() => expect(onSay).toHaveBeenCalledWith(`First visit: ${en.yes}`));
});

test("what does not fit is named at its line, and the assistant hears nothing of it", async () => {
  render(<Card />);
  press(own.editValue("Email"));
  write("Email", "ada");
  answer(DETAILS, "email");
  press(own.save);
  expect((await screen.findByRole("alert")).textContent).toBe(en.field.email);
  fetched.mockRejectedValueOnce(new TypeError("offline"));
  press(own.save);
  await screen.findByText(en.notSent);
  expect(onSay).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByLabelText("Email"), { key: "Escape" });
  expect(screen.queryByLabelText("Email")).toBeNull();
});

test("once the conversation is over, a correction begins the next one", async () => {
  render(<Card />);
  press(own.editValue("Name"));
  write("Name", "Ada");
  answer(DETAILS, "ended");
  press(own.save);
  await vi.waitFor(() => expect(onSay).toHaveBeenCalledWith("Name: Ada"));
});

test("nothing is edited while the visitor cannot write, and nothing is sent without a change", () => {
  const { unmount } = render(<Card canEdit={false} />);
  expect(screen.queryByRole("button", { name: own.editValue("Name") })).toBeNull();
  unmount();
  render(<Card />);
  press(own.editValue("Name"));
  press(own.save);
  expect(fetched).not.toHaveBeenCalled();
});

test("a screen reader hears the line that has changed, and nothing else", () => {
  render(<Card />);
  expect(screen.getByRole("status").textContent).toBe("");
  press("Note");
  expect(screen.getByRole("status").textContent).toBe("Name: Ida");
});

test("a long card is folded", () => {
  const fifth = { ...NAME, key: "fifth" };
  const { container } = render(<Card given={[...DETAILS, fifth]} />);
  expect(container.querySelector("details")?.open).toBe(false);
});

test("the title is there in all languages", () => {
  const titles = LANGUAGES.map(({ id }) => proposalTexts(id).details);
  expect(new Set(titles).size).toBe(LANGUAGES.length);
});
