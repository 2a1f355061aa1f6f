import type { Books } from "../books.ts";
import { repeated, without } from "./invariant.ts";
import type { Invariant } from "./invariant.ts";

const everyMailOnce: Invariant = {
  says: "every mail that was asked for went out once, and none that was not",
  complaints({ mails, ours, lived, atMs }) {
    const sent = ours.mails
      .filter(({ state }) => SENT.includes(state))
      .map(({ _id }) => keyOf(_id));
    const gone = lived.owners.flatMap(({ person, deletedAtMs }) =>
      deletedAtMs === null ? [] : person.email,
    );
    const there = mails.filter(({ to }) => !to.some((address) => gone.includes(address)));
    const remembered = there.filter(({ createdAt }) => createdAt > atMs - REMEMBERED_MS);
    const keys = there.map(keyIn);
    const known = ours.mails.map(({ _id }) => keyOf(_id));
    return [
      ...twice(mails).map((key) => `twice: ${key}`),
      ...without(sent, keys).map((key) => `never came: ${key}`),
      ...without(remembered.map(keyIn), known).map((key) => `nobody asked for it: ${key}`),
    ];
  },
};

const SENT = ["sent", "bounced", "complained"];
/** A day less than for how long we keep which mail there was. */
const REMEMBERED_MS = 39 * 24 * 3_600_000;
const keyIn = ({ idempotencyKey }: Books["mails"][number]) => idempotencyKey ?? "";
const keyOf = (id: string) => `mail/${id}`;
/** For as long the mail service knows a key: whose answer was lost and is asked for later may come twice. */
const KEY_KNOWN_MS = 24 * 3_600_000;

function twice(mails: Books["mails"]): string[] {
  return repeated(mails.map(keyIn)).filter((key) => {
    const times = mails
      .filter(({ idempotencyKey }) => idempotencyKey === key)
      .map(({ createdAt }) => createdAt)
      .sort((a, b) => a - b);
    return times.some((atMs, at) => at > 0 && atMs - (times[at - 1] ?? 0) < KEY_KNOWN_MS);
  });
}

const noMailWaits: Invariant = {
  says: "no mail waits, and none was given up",
  complaints: ({ ours }) =>
    ours.mails
      .filter(({ state }) => state === "waiting" || state === "failed")
      .map(({ key, state }) => `${key}: ${state}`),
};

const firstMail: Invariant = {
  says: "whoever signed up was asked to confirm the address",
  complaints: ({ lived, mails }) =>
    lived.owners
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
  says: "an owner's server is told of each event, until it has taken it, and of no event that there was not",
  complaints({ ours, received, lived }) {
    const on = ours.webhookEndpoints.filter(({ isOn }) => isOn).map(({ _id }): string => _id);
    const rows = lived.deliveries.filter(({ endpointId }) => on.includes(endpointId));
    const came = received.map(({ id }) => id);
    const isGone = lived.owners.some(({ deletedAtMs }) => deletedAtMs !== null);
    const known = [...lived.deliveries, ...ours.webhookDeliveries].map(({ eventId }) => eventId);
    return [
      ...rows
        .filter(({ state, eventId }) => state !== "delivered" || !came.includes(eventId))
        .map(({ eventId, type, state }) => `${type} ${eventId}: ${state}`),
      ...(isGone ? [] : without(came, known).map((id) => `of nothing: ${id}`)),
    ];
  },
};

const toldOnce: Invariant = {
  says: "an owner's server hears of a call's beginning and of its end once each",
  complaints({ lived }) {
    const told = lived.deliveries
      .filter(({ type }) => type === "call.started" || type === "call.ended")
      .map(({ endpointId, type, body }) => {
        const { data } = JSON.parse(body) as { data: { callId: string } };
        return `${type} of ${data.callId} at ${endpointId}`;
      });
    return repeated(told).map((one) => `twice: ${one}`);
  },
};

export const OF_TELLING = [everyMailOnce, noMailWaits, firstMail, servers, toldOnce];
