import type { Id } from "../../../../convex/_generated/dataModel";
import { PAID_PLANS, planOf } from "../../../../convex/shared/plans";
import type { Books } from "../books.ts";
import type { LivedAssistant, LivedOwner } from "../lived.ts";
import { without } from "./invariant.ts";
import type { Invariant } from "./invariant.ts";

const assistantsOf = ({ lived }: Books) => lived.owners.flatMap(({ assistants }) => assistants);

/** More than the plan has that their owner pays for. */
function isOneTooMany({ ours }: Books, assistantId: Id<"assistants">): boolean {
  const here = ours.assistants.find(({ _id }) => _id === assistantId);
  const customer = ours.customers.find(({ ownerId }) => ownerId === here?.ownerId);
  const { planType = null, status = "other" } = customer?.subscription ?? {};
  const live = ours.assistants
    .filter(({ ownerId, published }) => ownerId === here?.ownerId && published)
    .sort((one, other) => one._creationTime - other._creationTime);
  const place = live.findIndex(({ _id }) => _id === assistantId);
  return planType !== null && status !== "other" && place >= planOf(planType).limits.assistants;
}

/**
 * After a downgrade the oldest of an owner's stay live, as many as the plan has. A larger plan afterwards does not put the
 * others on again; nor does it that an older one is taken off or deleted.
 */
function mayBeTakenOff(
  { lived, ours }: Books,
  { person, assistants }: LivedOwner,
  which: LivedAssistant,
): boolean {
  const prices = lived.standings
    .filter(({ ownerId }) => ownerId === person.userId)
    .map(({ priceCents }) => priceCents);
  const customer = ours.customers.find(({ ownerId }) => ownerId === person.userId);
  const now = customer?.subscription?.planType;
  const plans = PAID_PLANS.filter(
    ({ type, priceCents }) => type === now || prices.includes(priceCents),
  );
  const fewest = Math.min(...plans.map(({ limits }) => limits.assistants));
  return assistants.indexOf(which) >= fewest;
}

const asSaved: Invariant = {
  says: "every assistant is as its owner saved it last, here and at the platform",
  complaints: (books) =>
    books.lived.owners
      .flatMap((owner) => owner.assistants.map((assistant) => ({ owner, assistant })))
      .filter(({ assistant }) => !assistant.isDeleted)
      .flatMap(({ owner, assistant }) => {
        const { assistantId, name, isPublished, knows } = assistant;
        const { ours, platform } = books;
        const here = ours.assistants.find(({ _id }) => _id === assistantId);
        const there = platform.assistants.find(({ id }) => id === here?.voiceAssistantId);
        const isRight =
          here?.name === name &&
          (here.published
            ? isPublished && !isOneTooMany(books, assistantId)
            : !isPublished || mayBeTakenOff(books, owner, assistant)) &&
          (here.knowledgeFileId !== undefined) === (knows !== null) &&
          (here.voiceSync?.state ?? "done") === "done" &&
          there?.name === name;
        if (isRight) return [];
        const { voiceSync = null, published = null } = here ?? {};
        const found = { here: here?.name, published, voiceSync, there: there?.name };
        return [`${name}, ${isPublished ? "live" : "not live"}: ${JSON.stringify(found)}`];
      }),
};

const onceEach: Invariant = {
  says: "what an owner makes is there once, and nothing that nobody made",
  complaints({ lived, ours }) {
    const wanted = lived.owners.flatMap(({ assistants }) =>
      assistants.filter(({ isDeleted }) => !isDeleted).map(({ embedId }) => embedId),
    );
    const here = ours.assistants.map(({ embedId }) => embedId);
    return [
      ...without(wanted, here).map((id) => `lost: ${id}`),
      ...without(here, wanted).map((id) => `nobody's: ${id}`),
    ];
  },
};

const versions: Invariant = {
  says: "each save is one version, also where it was sent twice",
  complaints: (books) =>
    assistantsOf(books)
      .filter(({ isDeleted }) => !isDeleted)
      .flatMap(({ assistantId, name, saves }) => {
        const own = books.ours.assistantVersions.filter((row) => row.assistantId === assistantId);
        return own.length === saves ? [] : [`${name}: ${saves} saves, ${own.length} versions`];
      }),
};

const doubles: Invariant = {
  says: "no assistant, tool or file is at the platform that no row of ours knows, and none is missing",
  complaints({ ours, platform }) {
    const ids = (list: { id: string }[]) => list.map(({ id }) => id);
    const files = ours.knowledgeFiles;
    const compared = {
      assistant: [
        ids(platform.assistants),
        ours.voiceAssistants.flatMap(({ platformId, assistantId }) =>
          platformId === null || assistantId === null ? [] : platformId,
        ),
      ],
      file: [ids(platform.files), files.flatMap(({ platformFileId }) => platformFileId ?? [])],
      tool: [ids(platform.tools), files.flatMap(({ platformToolId }) => platformToolId ?? [])],
    };
    return Object.entries(compared).flatMap(([kind, [there = [], here = []]]) => [
      ...without(there, here).map((id) => `${kind} only there: ${id}`),
      ...without(here, there).map((id) => `${kind} only here: ${id}`),
    ]);
  },
};

const files: Invariant = {
  says: "every file that is named is stored, and none is stored that nothing names",
  complaints({ ours, stored }) {
    const named = [
      ...ours.assistants.flatMap(({ knowledgeFileId }) => knowledgeFileId ?? []),
      ...ours.calls.flatMap(({ recording }) =>
        recording?.state === "stored" ? recording.storageId : [],
      ),
    ].map(String);
    return [
      ...without(stored, named).map((id) => `nobody's: ${id}`),
      ...without(named, stored).map((id) => `missing: ${id}`),
    ];
  },
};

export const OF_ASSISTANTS = [asSaved, onceEach, versions, doubles, files];
