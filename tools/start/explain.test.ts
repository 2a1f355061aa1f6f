import { expect, test } from "vitest";
import { DatabaseFileError } from "@hark/stand-in-kit/database-file";
import { explain } from "./explain.ts";
import { LaunchError } from "./launch-error.ts";

const SETTINGS = {
  port: 4275,
  backendPort: 4276,
  sitePort: 4277,
  voicePort: 4278,
  stripePort: 4279,
  mailPort: 4280,
  messengersPort: 4282,
  calendarPort: 4283,
  dataFolder: "/data",
};

function systemError(fields: object): Error {
  return Object.assign(new Error("from the system"), fields);
}

test.each([
  [4275, "HARK_PORT=5275"],
  [4276, "HARK_BACKEND_PORT=5276"],
  [4277, "HARK_SITE_PORT=5277"],
  [4278, "HARK_VOICE_PORT=5278"],
  [4279, "HARK_STRIPE_PORT=5279"],
])("port %i in use names the variable that changes it", (port, assignment) => {
  const error = systemError({ code: "EADDRINUSE", syscall: "listen", port });
  expect(explain(error, SETTINGS)).toBe(
    `Port ${port} is in use by another program. Free it, or choose another one: ${assignment} npm start`,
  );
});

test("a missing permission for a port is not reported as one for a folder", () => {
  const error = systemError({ code: "EACCES", syscall: "listen", port: 80 });
  expect(explain(error, { ...SETTINGS, port: 80 })).toMatch(/^Port 80 may not be used/);
});

test("the message names a folder that cannot be written, and the variable to change it", () => {
  const error = systemError({ code: "EACCES", syscall: "mkdir" });
  expect(explain(error, SETTINGS)).toMatch(
    /^Hark cannot write to its data folder \/data: .*HARK_DATA\.$/,
  );
});

test("an error that the developer can fix has no stack trace", () => {
  expect(explain(new DatabaseFileError("It is damaged."), SETTINGS)).toBe("It is damaged.");
  expect(explain(new LaunchError("Do this."), null)).toBe("Do this.");
});

test("a bug has a stack trace", () => {
  const text = explain(new TypeError("x is not a function"), SETTINGS);
  expect(text).toContain("TypeError: x is not a function");
  expect(text).toContain("explain.test.ts");
});
