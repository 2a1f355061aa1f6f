/** When a backend ends, its running jobs are interrupted, and continue on the next start. */
import { expect, test } from "vitest";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import { internal } from "../../convex/_generated/api";
import { postAsAdmin, setEnvironment } from "../admin-client.ts";
import { openMortalBackend } from "../contract/crash/mortal-backend.ts";
import { PRODUCT_FOLDER } from "../contract/local-deployment.ts";
import { eventually } from "../eventually.ts";
import { openGate } from "./gate.ts";
import { worldOn } from "./local-world.ts";
import { openMail } from "./mail-world.ts";

/** The number of concurrent mail jobs if Convex runs this many scheduled functions at once. */
const PLACES = 4;
const SCHEDULED_FUNCTIONS = "32";
const KILLS = 2;
const WITHIN_MS = 90_000;
const STEP_MS = 15_000;

// T42: docs/security.md
test("after two kills with four jobs running, all mail is sent within 90 seconds, and none twice", async () => {
  const clock = new AdjustableClock();
  const backend = await openMortalBackend({ app: PRODUCT_FOLDER, clock });
  const plain = worldOn({
    url: backend.url,
    siteUrl: backend.siteUrl,
    adminKey: backend.adminKey,
    clock,
    isIdle: () => backend.isIdle(),
    setEnvironment: (variables) => setEnvironment(backend, variables),
    advance: (ms) => postAsAdmin(backend, "local/advance_clock", { ms }),
    close: () => backend.remove(),
  });
  const { world, post, close } = await openMail(plain);
  const gate = await openGate(() => post.standIn.url);
  try {
    await world.setVariables({ RESEND_API_URL: gate.url, SCHEDULED_FUNCTIONS });
    // None is sent before all are there, because a held request times out by the machine's clock.
    const refused = gate.refuse("POST /emails");
    const addresses = Array.from(
      { length: 3 * PLACES },
      (_, index) => `owner-${index}@killed.test`,
    );
    for (const address of addresses) await plain.signUp(address);
    await world.settle();
    refused.release();
    const keys = (await world.rows("mails")).map(({ _id }) => _id);
    expect(keys).toHaveLength(addresses.length);
    for (let kill = 1; kill <= KILLS; kill++) {
      const held = gate.hold("POST /emails");
      if (kill === 1)
        await world.inside.mutation(internal.jobs.enqueue.enqueueJobs, { kind: "mail", keys });
      else {
        await backend.start();
        for (let ms = 0; ms < WITHIN_MS && held.waiting < PLACES; ms += STEP_MS) await step();
      }
      await eventually(() => held.waiting === PLACES);
      await backend.kill();
      held.release();
    }
    await backend.start();
    for (let ms = 0; ms < WITHIN_MS; ms += STEP_MS) await step();
    await world.settle();
    for (const address of addresses) {
      expect(
        (await post.mailTo(address)).map(({ subject }) => subject),
        address,
      ).toEqual(["Confirm your email address"]);
    }
    expect(await world.rows("jobs")).toEqual([]);
  } finally {
    await gate.close();
    await close();
    await backend.remove();
  }

  /** Advances the clock without waiting for held runs. */
  async function step(): Promise<void> {
    await postAsAdmin(backend, "local/advance_clock", { ms: STEP_MS });
    clock.advance(STEP_MS);
    await eventually(async () => (await plain.unfinished()) <= PLACES);
  }
});
