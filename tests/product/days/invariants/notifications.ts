import type { Snapshot } from "../snapshot.ts";
import { repeated, without } from "./invariant.ts";
import type { Invariant } from "./invariant.ts";

const everyMailOnce: Invariant = {
  rule: "every queued mail was sent once, and no other mail was sent",
  failures({ mails, tables, history, atMs }) {
    const sent = tables.mails
      .filter(({ state }) => SENT.includes(state))
      .map(({ _id }) => keyOf(_id));
    const gone = history.owners.flatMap(({ person, deletedAtMs }) =>
      deletedAtMs === null ? [] : person.email,
    );
    const there = mails.filter(({ to }) => !to.some((address) => gone.includes(address)));
    const remembered = there.filter(({ createdAt }) => createdAt > atMs - REMEMBERED_MS);
    const keys = there.map(keyIn);
    const known = tables.mails.map(({ _id }) => keyOf(_id));
    return [
      ...twice(mails).map((key) => `twice: ${key}`),
      ...without(sent, keys).map((key) => `not sent: ${key}`),
      ...without(remembered.map(keyIn), known).map((key) => `not queued: ${key}`),
    ];
  },
};

const SENT = ["sent", "bounced", "complained"];
/** A day less than the retention of sent mails. */
const REMEMBERED_MS = 39 * 24 * 3_600_000;
const keyIn = ({ idempotencyKey }: Snapshot["mails"][number]) => idempotencyKey ?? "";
const keyOf = (id: string) => `mail/${id}`;
/** The mail service forgets idempotency keys after a day: a later retry of a lost answer may send the mail twice. */
const KEY_KNOWN_MS = 24 * 3_600_000;

function twice(mails: Snapshot["mails"]): string[] {
  return repeated(mails.map(keyIn)).filter((key) => {
    const times = mails
      .filter(({ idempotencyKey }) => idempotencyKey === key)
      .map(({ createdAt }) => createdAt)
      .sort((a, b) => a - b);
    return times.some((atMs, at) => at > 0 && atMs - (times[at - 1] ?? 0) < KEY_KNOWN_MS);
  });
}

const noMailWaits: Invariant = {
  rule: "no mail is waiting, and none has failed",
  failures: ({ tables }) =>
    tables.mails
      .filter(({ state }) => state === "waiting" || state === "failed")
      .map(({ key, state }) => `${key}: ${state}`),
};

const firstMail: Invariant = {
  rule: "every new owner was asked to confirm the address",
  failures: ({ history, mails }) =>
    history.owners
      .filter(({ deletedAtMs }) => deletedAtMs === null)
      .filter(
        ({ person }) =>
          !mails.some(
            ({ to, subject }) =>
              to.includes(person.email) && subject === "Confirm your email address",
          ),
      )
      .map(({ person }) => person.email),
};

const servers: Invariant = {
  rule: "an owner's server receives each event, with retries until it accepts it, and no other event",
  failures({ tables, received, history }) {
    const on = tables.webhookEndpoints.filter(({ isOn }) => isOn).map(({ _id }): string => _id);
    const rows = history.deliveries.filter(({ endpointId }) => on.includes(endpointId));
    const came = received.map(({ id }) => id);
    const isGone = history.owners.some(({ deletedAtMs }) => deletedAtMs !== null);
    const known = [...history.deliveries, ...tables.webhookDeliveries].map(
      ({ eventId }) => eventId,
    );
    return [
      ...rows
        .filter(({ state, eventId }) => state !== "delivered" || !came.includes(eventId))
        .map(({ eventId, type, state }) => `${type} ${eventId}: ${state}`),
      ...(isGone ? [] : without(came, known).map((id) => `unknown event: ${id}`)),
    ];
  },
};

const oncePerCall: Invariant = {
  rule: "an owner's server receives call.started and call.ended once per call",
  failures({ history }) {
    const calls = history.deliveries
      .filter(({ type }) => type === "call.started" || type === "call.ended")
      .map(({ endpointId, type, body }) => {
        const { data } = JSON.parse(body) as { data: { callId: string } };
        return `${type} of ${data.callId} at ${endpointId}`;
      });
    return repeated(calls).map((one) => `twice: ${one}`);
  },
};

export const NOTIFICATIONS = [everyMailOnce, noMailWaits, firstMail, servers, oncePerCall];
