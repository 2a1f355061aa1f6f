/** The sections of an assistant's page, in their order. Each has an address of its own. */
export const SECTIONS = [
  { id: "overview", title: "Overview" },
  { id: "settings", title: "Settings and styling" },
  { id: "conversation", title: "Conversation" },
  { id: "knowledge", title: "Knowledge" },
  { id: "sites", title: "Sites and code" },
  { id: "after-conversation", title: "After the conversation" },
  { id: "privacy", title: "Privacy" },
  { id: "versions", title: "Versions" },
] as const;

export type SectionId = (typeof SECTIONS)[number]["id"];

/** The first section has the address of the page itself. Null for an address that does not exist. */
export function sectionAt(part: string | undefined): SectionId | null {
  if (part === undefined) return SECTIONS[0].id;
  return SECTIONS.slice(1).find(({ id }) => id === part)?.id ?? null;
}

/** As `assistantPathFor` takes it. */
export function partOf(section: SectionId): string | undefined {
  return section === SECTIONS[0].id ? undefined : section;
}
