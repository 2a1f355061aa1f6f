/** The services of the backend that running functions use. */
import type { Clock } from "@hark/stand-in-kit/clock";
import type { Database } from "../engine/database.ts";
import type { FileStore } from "../files/file-store.ts";
import type { UploadTokens } from "../files/upload-token.ts";
import type { Deployment } from "../deploy/deployment.ts";
import type { FunctionLog } from "./function-log.ts";
import type { QueryCache } from "./query-cache.ts";
import type { FunctionThreads } from "./threads.ts";

export interface Host {
  clock: Clock;
  database: Database;
  files: FileStore;
  uploads: UploadTokens;
  log: FunctionLog;
  threads: FunctionThreads;
  queries: QueryCache;
  /** The live deployment, which a push replaces. */
  deployment(): Deployment;
  /** Where clients reach this backend, for upload and download links. */
  cloudUrl(): string;
}
