import type { Id } from "../../../../convex/_generated/dataModel";
import { PAID_PLANS, planOf } from "../../../../convex/shared/plans";
import type { Snapshot } from "../snapshot.ts";
import type { AssistantRecord, OwnerRecord } from "../history.ts";
import { without } from "./invariant.ts";
import type { Invariant } from "./invariant.ts";

const assistantsOf = ({ history }: Snapshot) =>
  history.owners.flatMap(({ assistants }) => assistants);

/** Whether this assistant exceeds the number that its owner's plan allows. */
function isOneTooMany({ tables }: Snapshot, assistantId: Id<"assistants">): boolean {
  const here = tables.assistants.find(({ _id }) => _id === assistantId);
  const customer = tables.customers.find(({ ownerId }) => ownerId === here?.ownerId);
  const { planType = null, status = "other" } = customer?.subscription ?? {};
  const live = tables.assistants
    .filter(({ ownerId, published }) => ownerId === here?.ownerId && published)
    .sort((one, other) => one._creationTime - other._creationTime);
  const place = live.findIndex(({ _id }) => _id === assistantId);
  return planType !== null && status !== "other" && place >= planOf(planType).limits.assistants;
}

/**
 * After a downgrade the owner's oldest assistants stay live, as many as the plan allows. The others do not go live again
 * by themselves: neither after an upgrade nor when an older one is unpublished or deleted.
 */
function mayBeTakenOff(
  { history, tables }: Snapshot,
  { person, assistants }: OwnerRecord,
  which: AssistantRecord,
): boolean {
  const prices = history.statusChanges
    .filter(({ ownerId }) => ownerId === person.userId)
    .map(({ priceCents }) => priceCents);
  const customer = tables.customers.find(({ ownerId }) => ownerId === person.userId);
  const now = customer?.subscription?.planType;
  const plans = PAID_PLANS.filter(
    ({ type, priceCents }) => type === now || prices.includes(priceCents),
  );
  const fewest = Math.min(...plans.map(({ limits }) => limits.assistants));
  return assistants.indexOf(which) >= fewest;
}

const asSaved: Invariant = {
  rule: "every assistant is as its owner last saved it, in Hark and at the platform",
  failures: (snapshot) =>
    snapshot.history.owners
      .flatMap((owner) => owner.assistants.map((assistant) => ({ owner, assistant })))
      .filter(({ assistant }) => !assistant.isDeleted)
      .flatMap(({ owner, assistant }) => {
        const { assistantId, name, isPublished, fileText } = assistant;
        const { tables, platform } = snapshot;
        const here = tables.assistants.find(({ _id }) => _id === assistantId);
        const there = platform.assistants.find(({ id }) => id === here?.voiceAssistantId);
        const isRight =
          here?.name === name &&
          (here.published
            ? isPublished && !isOneTooMany(snapshot, assistantId)
            : !isPublished || mayBeTakenOff(snapshot, owner, assistant)) &&
          (here.knowledgeFileId !== undefined) === (fileText !== null) &&
          (here.voiceSync?.state ?? "done") === "done" &&
          there?.name === name;
        if (isRight) return [];
        const { voiceSync = null, published = null } = here ?? {};
        const found = { here: here?.name, published, voiceSync, there: there?.name };
        return [`${name}, ${isPublished ? "live" : "not live"}: ${JSON.stringify(found)}`];
      }),
};

const onceEach: Invariant = {
  rule: "every assistant that an owner created exists once, and no other exists",
  failures({ history, tables }) {
    const wanted = history.owners.flatMap(({ assistants }) =>
      assistants.filter(({ isDeleted }) => !isDeleted).map(({ embedId }) => embedId),
    );
    const here = tables.assistants.map(({ embedId }) => embedId);
    return [
      ...without(wanted, here).map((id) => `lost: ${id}`),
      ...without(here, wanted).map((id) => `not referenced: ${id}`),
    ];
  },
};

const versions: Invariant = {
  rule: "each save makes one version, even if it was sent twice",
  failures: (snapshot) =>
    assistantsOf(snapshot)
      .filter(({ isDeleted }) => !isDeleted)
      .flatMap(({ assistantId, name, saves }) => {
        const own = snapshot.tables.assistantVersions.filter(
          (row) => row.assistantId === assistantId,
        );
        return own.length === saves ? [] : [`${name}: ${saves} saves, ${own.length} versions`];
      }),
};

const doubles: Invariant = {
  rule: "the platform has exactly the assistants, tools and files that Hark's tables list",
  failures({ tables, platform }) {
    const ids = (list: { id: string }[]) => list.map(({ id }) => id);
    const files = tables.knowledgeFiles;
    const compared = {
      assistant: [
        ids(platform.assistants),
        tables.voiceAssistants.flatMap(({ platformId, assistantId }) =>
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
  rule: "every referenced file is stored, and every stored file is referenced",
  failures({ tables, stored }) {
    const named = [
      ...tables.assistants.flatMap(({ knowledgeFileId }) => knowledgeFileId ?? []),
      ...tables.calls.flatMap(({ recording }) =>
        recording?.state === "stored" ? recording.storageId : [],
      ),
    ].map(String);
    return [
      ...without(stored, named).map((id) => `not referenced: ${id}`),
      ...without(named, stored).map((id) => `missing: ${id}`),
    ];
  },
};

export const ASSISTANTS = [asSaved, onceEach, versions, doubles, files];
