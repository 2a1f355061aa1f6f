import { isOver } from "../../../../convex/shared/rehearsals";
import type { Snapshot } from "../snapshot.ts";
import type { Invariant } from "./invariant.ts";

const remaining = ({ history }: Snapshot) =>
  history.owners.flatMap(({ assistants }) => assistants.filter(({ isDeleted }) => !isDeleted));

const asDrafted: Invariant = {
  rule: "changes that wait for a review are as their owner last saved them, and only these wait",
  failures: (snapshot) =>
    remaining(snapshot).flatMap(({ assistantId, name, draftName }) => {
      const drafts = snapshot.tables.assistantDrafts.filter(
        (draft) => draft.assistantId === assistantId,
      );
      const found = drafts.map(({ content }) => content.name).join(", ");
      return found === (draftName ?? "") ? [] : [`${name}: ${draftName} became ${found}`];
    }),
};

const ended: Invariant = {
  rule: "every rehearsal that was started has ended with a result",
  failures: (snapshot) => {
    const { rehearsalRuns, rehearsals, rehearsalResults } = snapshot.tables;
    const rehearsed = remaining(snapshot).filter(({ isRehearsed }) => isRehearsed);
    const withoutResult = rehearsed.flatMap(({ assistantId, name }) =>
      rehearsals
        .filter((rehearsal) => rehearsal.assistantId === assistantId)
        .filter(
          ({ _id }) =>
            !rehearsalResults.some(
              ({ rehearsalId, state }) => rehearsalId === _id && isOver(state),
            ),
        )
        .map(({ situation }) => `${name}: ${situation}`),
    );
    return [...rehearsalRuns.map(({ _id }) => `still running: ${_id}`), ...withoutResult];
  },
};

export const REVIEWS = [asDrafted, ended];
