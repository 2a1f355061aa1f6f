import { expect, test, vi } from "vitest";
import { createClosing, StartAborted } from "./closing.ts";

test("what was opened last is closed first, and once", async () => {
  const closing = createClosing(vi.fn());
  const order: string[] = [];
  closing.add(() => void order.push("backend"));
  closing.add(async () => {
    await Promise.resolve();
    order.push("app");
  });
  await Promise.all([closing.close(), closing.close()]);
  expect(order).toEqual(["app", "backend"]);
});

test("an error while closing one does not keep the others open", async () => {
  const onError = vi.fn();
  const closing = createClosing(onError);
  const closeFirst = vi.fn();
  closing.add(closeFirst);
  closing.add(() => Promise.reject(new Error("stuck")));
  await closing.close();
  expect(closeFirst).toHaveBeenCalledOnce();
  expect(onError).toHaveBeenCalledWith(new Error("stuck"));
});

test("what is opened after closing has begun is closed at once, and the start is aborted", async () => {
  const closing = createClosing(vi.fn());
  closing.check();
  await closing.close();
  const closer = vi.fn();
  closing.add(closer);
  expect(closer).toHaveBeenCalledOnce();
  expect(() => closing.check()).toThrow(StartAborted);
});
