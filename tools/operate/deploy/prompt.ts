import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { VARIABLES } from "../../../convex/shared/variables.ts";
import type { REQUIRED_SETTINGS } from "./variables.ts";

/** Asks for a setting. A key is not shown while it is typed. */
export async function promptInTerminal(name: (typeof REQUIRED_SETTINGS)[number]): Promise<string> {
  const isSecret = name !== "SITE_URL";
  let isMuted = false;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isMuted) process.stdout.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  const answering = terminal.question(`${name}, ${VARIABLES[name]}: `);
  isMuted = isSecret;
  const answer = await answering;
  terminal.close();
  if (isSecret) process.stdout.write("\n");
  return answer.trim();
}
