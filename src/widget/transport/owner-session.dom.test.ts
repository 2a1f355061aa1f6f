import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ownerSessionReader } from "./owner-session";

const URL = "https://happy-animal-1.convex.cloud";
// As @convex-dev/auth 0.0.95 names it: src/react/client.tsx, useNamespacedStorage.
const TOKEN = "__convexAuthJWT_httpshappyanimal1convexcloud";

beforeEach(() => {
  localStorage.setItem(TOKEN, "token");
});
afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

const standIn = (parent: object) =>
  vi.spyOn(window, "parent", "get").mockReturnValue(parent as Window);

test("the owner's session is read in a tab of its own, and in a page of the app", () => {
  const read = ownerSessionReader(URL);
  expect(read()).toBe("token");
  standIn({ location: { origin: window.location.origin } });
  expect(read()).toBe("token");
});

// T27: docs/security.md
test("in a page of another website there is no session, whatever the browser keeps for the frame", () => {
  // As browsers answer whoever looks there: https://html.spec.whatwg.org/#crossoriginproperties-(-o-)
  standIn({
    get location() {
      return {
        get origin(): string {
          throw new DOMException("Blocked a frame", "SecurityError");
        },
      };
    },
  });
  expect(ownerSessionReader(URL)()).toBeNull();
});
