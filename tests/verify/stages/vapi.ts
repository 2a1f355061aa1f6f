import type { Remote } from "../remote.ts";
import { Refusal } from "../settings.ts";
import type { Settings, VendorKeys } from "../settings.ts";
import { isOfAnyRun, removeLeft, VAPI_ORIGIN } from "../vapi-account.ts";
import type { Stage } from "./stage.ts";

/** The folder's other files use the stand-in's own rooms or test the stand-in itself. */
const FILES = ["resources", "server-sdk", "chats"].map(
  (name) => `tests/contract/voice/${name}.test.ts`,
);

export function vapiStage(
  { key, url = VAPI_ORIGIN }: VendorKeys,
  { run, mayCall }: Pick<Settings, "mayCall"> & { run: string },
): Stage {
  const remote = { key, url };
  return {
    name: "Vapi",
    plan:
      `makes some 30 assistants, files and tools at ${url}, marked ${run}, and deletes them again: that costs nothing. ` +
      (mayCall
        ? "It also starts three short calls, in one of which a voice says its name, and sends some 30 typed messages, " +
          "which costs less than thirty cents."
        : "No call is made and no message is sent; --calls makes three short calls, and sends some 30 messages, for " +
          "less than thirty cents."),
    files: [...FILES, "tests/verify/vapi.cases.ts"],
    async check() {
      const answer = await fetch(`${url}/assistant?limit=1`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      if (!answer.ok) throw new Refusal(`Vapi does not take the key: ${answer.status}.`);
    },
    begin: async (): Promise<Remote> => ({ run, vapi: { ...remote, mayCall } }),
    async clean() {
      await removeLeft(remote, (marked) => marked === run);
    },
    async cleanAll() {
      const count = await removeLeft(remote, isOfAnyRun);
      console.log(`Vapi: removed ${count} things that were left.`);
    },
  };
}
