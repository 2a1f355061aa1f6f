import { afterEach, beforeEach, expect, test } from "vitest";
import { ownerSessionReader } from "./owner-session";

const URL = "https://happy-animal-1.convex.cloud";
// As @convex-dev/auth 0.0.95 names it: src/react/client.tsx, useNamespacedStorage.
const TOKEN = "__convexAuthJWT_httpshappyanimal1convexcloud";

beforeEach(() => {
  localStorage.setItem(TOKEN, "token");
});
afterEach(() => {
  localStorage.clear();
});

const inside = (top: object) => ownerSessionReader(URL, { top: top as Window });

test("the owner's session is read in a tab of its own, and in a page of the app", () => {
  expect(ownerSessionReader(URL)()).toBe("token");
  expect(inside({ location: { origin: window.location.origin } })()).toBe("token");
});

// T27: docs/security.md
test("in a page of another website there is no session, whatever the browser keeps for the frame", () => {
  // As browsers answer whoever looks there: https://html.spec.whatwg.org/#crossoriginproperties-(-o-)
  const read = inside({
    get location() {
      return {
        get origin(): string {
          throw new DOMException("Blocked a frame", "SecurityError");
        },
      };
    },
  });
  expect(read()).toBeNull();
});
