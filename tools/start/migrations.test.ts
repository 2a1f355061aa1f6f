import { expect, test } from "vitest";
import { MIGRATIONS } from "../../convex/shared/migrations.ts";
import {
  deployedStates,
  refuseNewer,
  runMigrations,
  unfinishedIn,
  type MigrationState,
} from "./migrations.ts";

const [NAME] = MIGRATIONS;
const all = (state: MigrationState["state"], more: Partial<MigrationState> = {}) =>
  MIGRATIONS.map((name) => ({ name, state, rows: 0, error: null, ...more }));

/** A deployment that answers with these states, one after the other. */
function deploymentWith(...answers: MigrationState[][]) {
  const called: string[] = [];
  const run = async (name: string) => {
    called.push(name.replace("operator:", ""));
    return answers[Math.min(called.length, answers.length) - 1];
  };
  return { called, run };
}
const WATCH = { data: "The data", pollMs: 0, log: () => undefined };

test("a migration is started once and watched until it is done", async () => {
  const { called, run } = deploymentWith(all("running"), all("running"), all("done"));
  await runMigrations(run, WATCH);
  expect(called).toEqual(["startMigrations", "migrationStates", "migrationStates"]);
});

test("a migration whose turn has come is started, even if its predecessor did not start it", async () => {
  const { called, run } = deploymentWith(all("running"), all("waiting"), all("done"));
  await runMigrations(run, WATCH);
  expect(called).toEqual(["startMigrations", "migrationStates", "startMigrations"]);
});

test("a migration that stops is reported with its reason", async () => {
  const { run } = deploymentWith(
    all("running"),
    all("stopped", { rows: 1_200, error: "Row abc has no owner" }),
  );
  await expect(runMigrations(run, WATCH)).rejects.toThrow(/1,200 rows[^]*Row abc has no owner/);
});

// T132: docs/security.md
test("data of a newer version is refused, and the message names what is unknown", async () => {
  const states = [
    ...all("done"),
    { name: "a:newer", state: "done", rows: 0, error: null } as const,
  ];
  expect(() => refuseNewer(states, "The data in .local")).toThrow(
    /The data in \.local was written by a newer version[^]*does not know: a:newer/,
  );
  refuseNewer(all("waiting"), "The data in .local");
  const { run } = deploymentWith(states);
  await expect(runMigrations(run, WATCH)).rejects.toThrow("newer version");
});

test("functions of a newer version whose migration has not begun may be replaced, as after a restore", () => {
  const newer = { name: "a:newer", state: "waiting", rows: 0, error: null } as const;
  expect(() => refuseNewer([...all("done"), newer], "The data")).not.toThrow();
});

test("where functions from before the first migration are deployed, every migration waits", async () => {
  const states = await deployedStates(() =>
    Promise.reject(new Error("x: Could not find function for 'operator:migrationStates'.")),
  );
  expect(unfinishedIn(states).map(({ name }) => name)).toEqual(MIGRATIONS);
  expect(unfinishedIn(all("done"))).toEqual([]);
  expect(unfinishedIn(all("stopped"))).toMatchObject([{ name: NAME, state: "stopped" }]);
});

test("a deployment that cannot be reached is not taken for an old one", async () => {
  const refused = () => Promise.reject(new Error("fetch failed"));
  await expect(deployedStates(refused)).rejects.toThrow("fetch failed");
});
