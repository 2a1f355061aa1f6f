/** The saved versions of an assistant. The oldest are deleted. Kept apart from the limits that every page loads. */
export const MAX_VERSIONS = 50;
