import type { Variables } from "../deployment.ts";

/** What `operator:facts` answers. */
export interface Facts {
  cloudUrl: string;
  siteUrl: string;
  nowMs: number;
  jobsDueSinceMs: number | null;
  deadJobs: number;
  voiceFailures: string[];
  /** The secret of reports as the voice platform keeps it; null where assistants carry it themselves. */
  credentialId: string | null;
  /** Null when the deployment could not say: its environment is at fault. */
  assistants: AssistantAsSent[] | null;
  /** Assistants that the voice platform was last sent by an older version, or with other settings; null as above. */
  outdated: { assistants: OutdatedAssistant[]; isMore: boolean } | null;
}

export interface OutdatedAssistant {
  assistantId: string;
  name: string;
  /** It is about to be sent again, or was tried and will be tried again. */
  isWaiting: boolean;
}

/** What the voice platform should have of an assistant. */
export interface AssistantAsSent {
  name: string;
  platformId: string | null;
  hasFailed: boolean;
  firstMessage: string;
  voiceId: string;
  reportsTo: string;
  /** What a visitor's page is sent during a call. */
  clientMessages: string[];
}

/** What is examined, as far as it is known from the deployment itself. */
export interface Patient {
  variables: Variables;
  facts: Facts;
  /** Of the provider of voices, which alone can say whether one exists. */
  voices: { apiUrl: string; key: string } | null;
  patienceMs: number;
}
