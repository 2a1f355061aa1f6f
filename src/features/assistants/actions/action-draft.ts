/** An action as its form keeps it. */
import type { FunctionArgs } from "convex/server";
import type { api } from "../../../../convex/_generated/api";
import {
  type ActionMethod,
  changesByDefault,
  type ParameterType,
} from "../../../../convex/shared/actions";
import type { ListedAction } from "./action-row";
import { READY } from "./texts";

export type DraftParameter = {
  key: string;
  name: string;
  type: ParameterType;
  description: string;
  isRequired: boolean;
};
/** A null value is saved and not shown. */
export type DraftHeader = { key: string; name: string; value: string | null };

export type ActionDraft = {
  name: string;
  description: string;
  method: ActionMethod;
  url: string;
  changesSomething: boolean;
  parameters: DraftParameter[];
  headers: DraftHeader[];
  /** Only of a request can more be changed than the name and the description. */
  kind: ListedAction["work"]["kind"];
};

export function newDraft(): ActionDraft {
  return {
    ...{ name: "", description: "", method: "GET", url: "", parameters: [], headers: [] },
    changesSomething: changesByDefault("GET"),
    kind: "http",
  };
}

/** With words that the owner can change. */
export function readyDraft(kind: "person" | "owner"): ActionDraft {
  return { ...newDraft(), ...READY[kind].words, kind };
}

export function draftOf({ name, description, changesSomething, work }: ListedAction): ActionDraft {
  if (work.kind !== "http") {
    return { ...newDraft(), name, description, changesSomething, kind: work.kind };
  }
  const { method, url, parameters, headers } = work;
  return {
    ...{ name, description, changesSomething, method, url, kind: "http" },
    parameters: parameters.map((one) => ({ ...one, key: newKey() })),
    headers: headers.map((header) => ({ key: newKey(), name: header, value: null })),
  };
}

export function newParameter(): DraftParameter {
  return { key: newKey(), name: "", type: "string", description: "", isRequired: true };
}

export function newHeader(): DraftHeader {
  return { key: newKey(), name: "", value: "" };
}

/** Another method has another default. */
export function withMethod(draft: ActionDraft, method: ActionMethod): ActionDraft {
  return { ...draft, method, changesSomething: changesByDefault(method) };
}

type Content = Omit<FunctionArgs<typeof api.actions.save>, "assistantId" | "actionId">;

export function contentOf(draft: ActionDraft): Content {
  const { name, description, changesSomething, method, url, kind } = draft;
  if (kind !== "http") return { name, description, changesSomething, work: { kind } };
  const parameters = draft.parameters.map(({ key: _, ...parameter }) => parameter);
  const headers = draft.headers.map(({ key: _, ...header }) => header);
  const work = { kind, method, url, parameters, headers };
  return { name, description, changesSomething, work };
}

/** Replaces the row with the same key. */
export function withRow<Row extends { key: string }>(rows: Row[], changed: Row): Row[] {
  return rows.map((row) => (row.key === changed.key ? changed : row));
}

export function withoutRow<Row extends { key: string }>(rows: Row[], key: string): Row[] {
  return rows.filter((row) => row.key !== key);
}

function newKey(): string {
  return crypto.randomUUID();
}
