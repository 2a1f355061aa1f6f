/** For pages that look up their assistant by themselves. */
import type { FoundAssistant } from "../state/assistant";
import type { Backend } from "./backend";
import { requestPageToken, type Unavailable } from "./request-page-token";

interface Found {
  assistant: FoundAssistant | null;
  /** Null without an answer. It is requested again when it is needed. */
  pageToken: string | null;
  /** The assistant may not be shown on the website around. */
  isForbidden: boolean;
  /** Why nobody can reach the assistant. Null if somebody can, or without an answer. */
  unavailable: Unavailable | null;
}

/** These pages have no header that keeps them off other sites, so they request a page token beside the lookup to find out. */
export async function findWithToken(
  { findAssistant }: Pick<Backend, "findAssistant">,
  siteUrl: string,
  embedId: string,
): Promise<Found> {
  const [assistant, requested] = await Promise.all([
    findAssistant(),
    requestPageToken(siteUrl, { embedId }).catch(() => null),
  ]);
  return {
    assistant,
    pageToken: requested?.kind === "given" ? requested.pageToken : null,
    isForbidden: requested?.kind === "refused" && requested.code === "site_not_allowed",
    unavailable: requested?.unavailable ?? null,
  };
}
