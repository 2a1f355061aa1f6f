import type { MigrationState } from "../../start/migrations.ts";
import type { Variables } from "../deployment.ts";

/** The result of `operator:facts`. */
export interface Facts {
  cloudUrl: string;
  siteUrl: string;
  nowMs: number;
  jobsDueSinceMs: number | null;
  deadJobs: number;
  /** Missing where functions from before the first migration are deployed. */
  unfinishedMigrations?: MigrationState[];
  voiceFailures: string[];
  /** The webhook credential at the voice platform; null if each assistant has the secret itself. */
  credentialId: string | null;
  /** Null if the deployment cannot tell because its environment is invalid. */
  assistants: AssistantAsSent[] | null;
  /** Assistants last sent to the voice platform by an older version or with other settings; null as above. */
  outdated: { assistants: OutdatedAssistant[]; isMore: boolean } | null;
}

export interface OutdatedAssistant {
  assistantId: string;
  name: string;
  /** A job will send it again or is being retried. */
  isWaiting: boolean;
}

/** An assistant as the voice platform should have it. */
export interface AssistantAsSent {
  name: string;
  platformId: string | null;
  hasFailed: boolean;
  firstMessage: string;
  voiceId: string;
  reportsTo: string;
  /** The messages that a visitor's page receives during a call. */
  clientMessages: string[];
}

/** What is checked: the deployment's variables and facts. */
export interface Target {
  variables: Variables;
  facts: Facts;
  /** Access to the provider of voices, which alone knows whether a voice exists. */
  voices: { apiUrl: string; key: string } | null;
  timeoutMs: number;
}
