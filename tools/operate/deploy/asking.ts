import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { VARIABLES } from "../../../convex/shared/variables.ts";
import type { TO_BE_GIVEN } from "./environment.ts";

/** What is typed in answer is not shown when it is a key. */
export async function askInTerminal(name: (typeof TO_BE_GIVEN)[number]): Promise<string> {
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
