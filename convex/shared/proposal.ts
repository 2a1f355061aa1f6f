/** What an assistant wants to do once the visitor has said yes to it, as the talk page shows it. */
export interface Proposal {
  /** The action's name, as its owner wrote it. */
  title: string;
  lines: { label: string; value: string | number | boolean }[];
}
