/** Saved versions of an assistant; beyond that the oldest goes. Apart from what every page loads. */
export const MAX_VERSIONS = 50;
