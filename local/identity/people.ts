/** Who could sign in: the same people at both, each with what either says of them. */
export interface Person {
  /** Google's `sub` and GitHub's `id`. */
  id: number;
  name: string;
  /** The primary address. */
  email: string;
  isVerified: boolean;
  /** At GitHub, shown to anybody; it may be none of those that are verified. */
  publicEmail?: string;
  otherEmails?: { email: string; isVerified: boolean }[];
}

export interface Client {
  id: string;
  secret: string;
  /** Where people may be sent back to, to the letter. */
  redirectUris: string[];
}
