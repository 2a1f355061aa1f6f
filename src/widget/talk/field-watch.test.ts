import { expect, test, vi } from "vitest";
import type { RequestedField } from "../../../convex/shared/requestedFields";
import { watchField } from "./field-watch";

type Found = RequestedField | null | undefined;

const EMAIL: RequestedField = { id: "a", kind: "email", label: "Email" };
const NAME: RequestedField = { id: "b", kind: "name", label: "Name" };

/** A server that answers when the test says so. */
function watched() {
  const waiting: ((found: Found) => void)[] = [];
  const find = vi.fn<(closed?: string) => Promise<Found>>(
    async () => await new Promise((resolve) => waiting.push(resolve)),
  );
  const shown: (RequestedField | null)[] = [];
  const watch = watchField({ find, show: (field) => shown.push(field) });
  const answer = async (found: Found) => {
    waiting.shift()?.(found);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { watch, find, shown, answer };
}

test("however much is said, one request is under way, and one follows it", async () => {
  const { watch, find, shown, answer } = watched();
  for (let times = 0; times < 5; times += 1) watch.look();
  expect(find).toHaveBeenCalledTimes(1);
  await answer(null);
  expect(find).toHaveBeenCalledTimes(2);
  await answer(EMAIL);
  expect(find).toHaveBeenCalledTimes(2);
  expect(shown).toEqual([null, EMAIL]);
});

test("a request that fails changes nothing, and the next one counts", async () => {
  const { watch, shown, answer } = watched();
  watch.look();
  await answer(undefined);
  watch.look();
  await answer(EMAIL);
  expect(shown).toEqual([EMAIL]);
});

test("a field that is closed does not come back, but another one does", async () => {
  const { watch, find, shown, answer } = watched();
  watch.close("a");
  expect(find).toHaveBeenCalledWith("a");
  await answer(EMAIL);
  watch.look();
  await answer(EMAIL);
  watch.look();
  await answer(NAME);
  expect(shown).toEqual([null, null, null, NAME]);
});

test("after the call nothing is shown or asked", async () => {
  const { watch, find, shown, answer } = watched();
  watch.look();
  watch.look();
  watch.stop();
  await answer(EMAIL);
  expect(shown).toEqual([null]);
  expect(find).toHaveBeenCalledTimes(1);
});
