/** The pages of earlier releases, which stay open during a deploy, can call today's functions (README.md). */
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { contractOfToday } from "./contract-of-today.ts";
import { type Contract, readContract, releaseOf } from "./contract.ts";
import { NEEDED_BY_PAGES, REFUSED_TO_PAGES } from "./permitted.ts";
import { refusals, unreadable } from "./refusals.ts";

const RELEASES = readdirSync(import.meta.dirname)
  .map(releaseOf)
  .filter((release) => release !== null);
/** Of the first release that has a contract here. */
const [FEWEST_FUNCTIONS, FEWEST_ROUTES] = [130, 25];

describe.each(RELEASES)("a page of %s", (release) => {
  test("can call every function and route that it knows, and read the answer", async () => {
    const before = await readContract(release);
    expect(Object.keys(before.functions).length).toBeGreaterThan(FEWEST_FUNCTIONS);
    expect(before.routes.length).toBeGreaterThan(FEWEST_ROUTES);
    const permitted = REFUSED_TO_PAGES.filter((one) => one.release === release);
    expect(faultsBetween(before, await contractOfToday())).toEqual(
      permitted.map(({ fault }) => fault),
    );
  });
});

test("each permitted fault has a reason and concerns a release that is saved here", () => {
  for (const { release, reason } of [...REFUSED_TO_PAGES, ...NEEDED_BY_PAGES]) {
    expect(RELEASES).toContain(release);
    expect(reason.length).toBeGreaterThan(20);
  }
});

describe("each change that breaks an earlier page is found:", () => {
  const NAME = "assistants:togglePublishAssistant";
  const ASSISTANT = { assistantId: { fieldType: { type: "string" }, optional: false } } as const;

  test.each<[string, (now: Contract) => void, string]>([
    [
      "a function is gone",
      (now) => {
        const { [NAME]: _, ...others } = now.functions;
        now.functions = others;
      },
      `${NAME} is gone`,
    ],
    [
      "a mutation became an action",
      ({ functions }) => (of(functions).type = "action"),
      `${NAME} is now an action`,
    ],
    [
      "a field is required",
      ({ functions }) => {
        const added = { isLoud: { fieldType: { type: "boolean" }, optional: false } } as const;
        of(functions).args = { type: "object", value: { ...ASSISTANT, ...added } };
      },
      `${NAME}, arguments: isLoud: the field is required`,
    ],
    [
      "the answer may be null",
      ({ functions }) => {
        const value = [{ type: "boolean" as const }, { type: "null" as const }];
        of(functions).returns = { type: "union", value };
      },
      `${NAME}, answer: : null is refused`,
    ],
    [
      "a route is gone",
      ({ routes }) => routes.splice(routes.indexOf("POST /chat"), 1),
      "POST /chat is gone",
    ],
  ])("%s", async (_what, change, fault) => {
    const before = await contractOfToday();
    const now = structuredClone(before);
    change(now);
    expect(faultsBetween(before, now)).toEqual([fault]);
  });

  const of = (functions: Contract["functions"]) => must(functions[NAME], NAME);
});

function faultsBetween(before: Contract, now: Contract): string[] {
  const ofFunctions = Object.entries(before.functions).flatMap(([name, called]) => {
    const current = now.functions[name];
    if (current === undefined) return [`${name} is gone`];
    if (current.type !== called.type) return [`${name} is now an ${current.type}`];
    return [
      ...refusals(called.args, current.args).map((fault) => `${name}, arguments: ${fault}`),
      ...unreadable(called.returns, current.returns).map((fault) => `${name}, answer: ${fault}`),
    ];
  });
  const gone = before.routes.filter((route) => !now.routes.includes(route));
  return [...ofFunctions, ...gone.map((route) => `${route} is gone`)];
}
