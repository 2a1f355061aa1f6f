/** What breaks between the pages of one release and the functions of another on purpose. */
export interface Permitted {
  /** The earlier release. */
  release: string;
  /** As the test names it. */
  fault: string;
  /** Why no page of that release is open any more, or what its user sees instead. */
  reason: string;
}

/** What pages of an earlier release cannot call or read any more. */
export const REFUSED_TO_PAGES: Permitted[] = [
  {
    release: "0.1.0",
    fault: 'account:unsubscribe, answer: : "nightly" is refused',
    reason: "The page says what was stopped by the link itself, and does not read the answer.",
  },
];

/** What today's pages send or read that functions of the release before do not know. */
export const NEEDED_BY_PAGES: Permitted[] = [];
