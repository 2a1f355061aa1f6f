/** The mail that tells an owner that a webhook endpoint was disabled. */
import { expect, test } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { SITE_URL } from "../contract/deployment.ts";
import { keyIn, withMail } from "./mail-world.ts";
import { answers, FAIL, ACCEPT } from "./receiver.ts";
import { withReceiver } from "./with-receiver.ts";
import type { Owner } from "./world.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

withMail((world) => {
  const receiver = withReceiver(world);

  let owners = 0;
  /** Sends an event about a published assistant, or another one by hand. */
  async function listener() {
    owners += 1;
    const owner = await world().signUp(`owner-${owners}@switched-off.test`);
    const key = keyIn(await world().newestTo(owner.email));
    await world().visitor.mutation(api.account.confirmAddress, { key });
    const args = { url: `${receiver.url}hook`, events: ["assistant.published" as const] };
    const { id: endpointId } = await owner.mutation(api.webhooks.addEndpoint, args);
    const sendTest = async () => {
      await owner.mutation(api.webhooks.sendTest, { endpointId });
      await world().settle();
    };
    const isOn = async () => (await owner.query(api.webhooks.listEndpoints, {}))[0]?.isOn === true;
    const switchOn = async () => {
      await owner.mutation(api.webhooks.changeEndpoint, { endpointId, isOn: true });
      await world().settle();
    };
    return { owner, sendTest, isOn, switchOn };
  }
  type Listener = Awaited<ReturnType<typeof listener>>;

  const offMails = async ({ email }: Owner) =>
    (await world().mailTo(email)).filter(({ subject }) =>
      subject.startsWith("We stopped sending events"),
    );

  async function failForDays({ sendTest, isOn }: Listener, days: number): Promise<void> {
    receiver.behave(FAIL);
    for (let day = 0; day < days; day++) {
      if (await isOn()) await sendTest();
      await world().advance(DAY_MS);
      await world().inside.mutation(internal.jobs.startJobs.sweep, {});
      await world().settle();
    }
  }

  async function tellGone({ sendTest }: Listener): Promise<void> {
    receiver.behave(answers(410));
    await sendTest();
  }

  test.each([
    [
      "five days of failure",
      (one: Listener) => failForDays(one, 7),
      "has not accepted an event for five days",
    ],
    ["410", tellGone, "410 Gone"],
  ] as const)(
    "after %s one mail names the disabled endpoint and links to it",
    async (_after, until, says) => {
      const one = await listener();
      await until(one);
      expect(await one.isOn()).toBe(false);
      // Further events meanwhile, and the jobs that check for them.
      for (let days = 0; days < 2; days++) await world().advance(DAY_MS);
      const [mail, ...others] = await offMails(one.owner);
      expect(others).toEqual([]);
      const { host } = new URL(receiver.url);
      expect(mail?.subject).toBe(`We stopped sending events to ${host}`);
      for (const part of [mail?.text, mail?.html]) {
        expect(part).toContain(says);
        expect(part).toContain(host);
        expect(part).toContain(`${SITE_URL}/dashboard/connections`);
      }
    },
  );

  test("an endpoint that is enabled again gets the queued events, and disabling it again sends another mail", async () => {
    const one = await listener();
    await failForDays(one, 7);
    const waiting = new Set(receiver.received.map(({ id }) => id));
    receiver.received.length = 0;
    receiver.behave(ACCEPT);
    await one.switchOn();
    const got = receiver.received.map(({ id }) => id);
    expect(got.length).toBeGreaterThan(0);
    expect(got.every((id) => waiting.has(id))).toBe(true);
    expect(await offMails(one.owner)).toHaveLength(1);
    // The earlier days no longer count.
    await failForDays(one, 4);
    expect(await one.isOn()).toBe(true);
    expect(await offMails(one.owner)).toHaveLength(1);
    await tellGone(one);
    expect(await one.isOn()).toBe(false);
    expect(await offMails(one.owner)).toHaveLength(2);
  });

  test("an owner who has enabled it again before the mail was sent gets none", async () => {
    const one = await listener();
    await world().control("faults", { kind: "internal_server_error", times: 100 });
    await tellGone(one);
    receiver.behave(ACCEPT);
    await one.switchOn();
    await world().recover();
    for (let hours = 0; hours < 8; hours++) await world().advance(HOUR_MS);
    expect(await offMails(one.owner)).toEqual([]);
  });

  test("an owner who disables or removes it by hand gets none", async () => {
    const one = await listener();
    const [endpoint] = await one.owner.query(api.webhooks.listEndpoints, {});
    if (endpoint === undefined) throw new Error("No endpoint");
    const endpointId = endpoint.id;
    await one.owner.mutation(api.webhooks.changeEndpoint, { endpointId, isOn: false });
    await world().advance(DAY_MS);
    await one.owner.mutation(api.webhooks.removeEndpoint, { endpointId });
    await world().settle();
    expect(await offMails(one.owner)).toEqual([]);
  });
});
