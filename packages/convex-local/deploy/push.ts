/**
 * Takes pushes from the Convex CLI: `start` evaluates and stages, `checkSchema` looks at the stored
 * documents, `finish` makes the staged code live.
 */
import { randomUUID } from "node:crypto";
import { jsonToConvex } from "convex/values";
import type { Value } from "convex/values";
import { ensureSystemTables, ensureTable, setIndexes } from "../engine/catalog-store.ts";
import type { Database } from "../engine/database.ts";
import { DEPLOYMENT } from "../engine/system-tables.ts";
import type { FunctionThreads } from "../functions/threads.ts";
import { tableOfId } from "../functions/tables.ts";
import { documentFromRow } from "../engine/document.ts";
import { newDocumentId } from "../values/document-id.ts";
import type { JsonObject } from "../values/json.ts";
import { findMismatch } from "../values/validator.ts";
import { NOTHING_DEPLOYED } from "./deployment.ts";
import type { Deployment, Mount, TableSchema } from "./deployment.ts";
import { analyzePush, makeDeployable } from "./evaluate.ts";
import type { AnalyzedPush, DeployablePush, EvaluationOptions } from "./evaluate.ts";
import type { DeployedCode } from "./deployed-code.ts";
import type { Environment, EnvironmentChange } from "./environment.ts";
import { PushError } from "./push-request.ts";
import type { PushRequest } from "./push-request.ts";
import { startPushResponse } from "./push-response.ts";
import { withTestQuery } from "./test-query.ts";
import type { TestQuery } from "./test-query.ts";

export interface SchemaProblem {
  componentPath: string;
  tableName: string;
  error: string;
}

export interface Push {
  start(request: PushRequest): Promise<JsonObject>;
  checkSchema(pushId: string): SchemaProblem | null;
  finish(pushId: string): Promise<void>;
  current(): Deployment;
  /** Identifies the live code; null before the first push. */
  fingerprint(): string | null;
  /** The live deployment plus a query that runs once and is never deployed. */
  withTestQuery(query: TestQuery): Promise<Deployment>;
  /** Restores the deployment that was live when the backend stopped. */
  restore(): Promise<void>;
  /** Changes nothing if the auth config cannot be evaluated with these variables. */
  changeVariables(changes: readonly EnvironmentChange[]): Promise<void>;
}

export interface PushOptions extends EvaluationOptions {
  database: Database;
  environment: Environment;
  threads: FunctionThreads;
  code: DeployedCode;
  onDeployed(deployment: Deployment): void;
}

const STAGED_PUSHES = 8;
const SCAN_BATCH = 1_000;

export function createPush(options: PushOptions): Push {
  const { database, code, environment, threads } = options;
  const staged = new Map<string, DeployablePush>();
  let live: Deployment = NOTHING_DEPLOYED;
  let livePush: AnalyzedPush | null = null;
  let fingerprint: string | null = null;
  let lastChange: Promise<unknown> = Promise.resolve();

  /** Changes of the live code and of the variables wait for each other, because each depends on the ones before. */
  const inTurn = async (change: () => Promise<void>): Promise<void> => {
    const changing = lastChange.then(change);
    lastChange = changing.catch(() => undefined);
    await changing;
  };

  const stagedPush = (pushId: string) => {
    const push = staged.get(pushId);
    if (push !== undefined) return push;
    throw new PushError("UnknownPush", `There is no push ${pushId} any more: push again.`);
  };

  const forget = ({ program }: Deployment): void => {
    const isStaged = [...staged.values()].some(({ deployment }) => deployment.program === program);
    if (program !== live.program && !isStaged) threads.forget(program);
  };

  const goLive = (push: DeployablePush): void => {
    const { deployment } = push;
    for (const mount of deployment.mounts.values()) prepareTables(database, mount);
    const before = live;
    live = deployment;
    livePush = push;
    forget(before);
    options.onDeployed(deployment);
  };

  return {
    async start(request) {
      const analyzed = await analyzePush(request, options);
      const push = await makeDeployable(analyzed, environment.all(), threads);
      const pushId = randomUUID();
      staged.set(pushId, push);
      for (const [old, replaced] of [...staged].slice(0, -STAGED_PUSHES)) {
        staged.delete(old);
        forget(replaced.deployment);
      }
      return startPushResponse(push, { pushId, live });
    },
    checkSchema(pushId) {
      for (const mount of stagedPush(pushId).deployment.mounts.values()) {
        const problem = findSchemaProblem(database, mount);
        if (problem !== null) return problem;
      }
      return null;
    },
    async finish(pushId) {
      const push = stagedPush(pushId);
      const digest = await code.save(push);
      await inTurn(async () => {
        // The variables may have changed since it was staged.
        goLive(await makeDeployable(push, environment.all(), threads));
        saveDigest(database, digest);
        fingerprint = digest;
      });
      staged.delete(pushId);
      forget(push.deployment);
      await code.removeAllBut(digest);
    },
    current: () => live,
    fingerprint: () => fingerprint,
    withTestQuery: (query) => withTestQuery(live, query, options),
    async restore() {
      const digest = loadDigest(database);
      const push = digest === null ? null : await code.load(digest);
      // `npm start` pushes when nothing is live.
      if (push === null) return;
      goLive(await makeDeployable(push, environment.all(), threads));
      fingerprint = digest;
    },
    async changeVariables(changes) {
      await inTurn(async () => {
        const variables = environment.after(changes);
        const push = livePush === null ? null : await makeDeployable(livePush, variables, threads);
        environment.apply(changes);
        if (push !== null) goLive(push);
      });
    },
  };
}

function prepareTables(database: Database, { component, schema }: Mount): void {
  ensureSystemTables(database, component);
  for (const [name, { indexes }] of schema?.tables ?? []) {
    setIndexes(database, ensureTable(database, component, name), indexes);
  }
}

function findSchemaProblem(database: Database, { component, schema }: Mount): SchemaProblem | null {
  if (!schema?.schemaValidation) return null;
  for (const [tableName, definition] of schema.tables) {
    const error = findMisfit(database, component, tableName, definition);
    if (error !== null) return { componentPath: component, tableName, error };
  }
  return null;
}

function findMisfit(
  database: Database,
  component: string,
  tableName: string,
  { documentType }: TableSchema,
): string | null {
  const table = database.catalog.table(component, tableName);
  if (table === undefined) return null;
  const inComponent = tableOfId(database.catalog, component);
  let lower = Buffer.alloc(0);
  for (;;) {
    const address = { tablet: table.tablet, index: null };
    const rows = database.store.scan(address, { lower, upper: null }, "asc", SCAN_BATCH);
    for (const row of rows) {
      const json = documentFromRow(row).json();
      const { _id, _creationTime, ...fields } = jsonToConvex(json) as Record<string, Value>;
      const wrong = findMismatch(documentType, fields, inComponent);
      if (wrong !== null) {
        return `Document with ID "${_id as string}" in table "${tableName}" does not match the schema: ${wrong}`;
      }
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < SCAN_BATCH) return null;
    lower = Buffer.concat([last.key, Buffer.from([0])]);
  }
}

function saveDigest(database: Database, digest: string): void {
  const table = ensureTable(database, "", DEPLOYMENT);
  database.transact((transaction) => {
    for (const { _id } of allRecords(database)) transaction.remove(table, _id as string);
    transaction.put(table, {
      _id: newDocumentId(table.number),
      _creationTime: database.newCreationTime(),
      digest,
    });
  });
}

/** Also null in a data folder of an older version. */
function loadDigest(database: Database): string | null {
  const [record] = allRecords(database);
  return typeof record?.digest === "string" ? record.digest : null;
}

function allRecords(database: Database): JsonObject[] {
  const table = ensureTable(database, "", DEPLOYMENT);
  const address = { tablet: table.tablet, index: null };
  return database.store
    .scan(address, { lower: Buffer.alloc(0), upper: null }, "asc", 10)
    .map((row) => documentFromRow(row).json());
}
