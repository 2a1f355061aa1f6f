/** Saved versions of an assistant; beyond that the oldest goes. Apart from what every page loads. */
export const MOST_VERSIONS = 50;
