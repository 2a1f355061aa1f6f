/** Somebody with an account at both vendors. */
export interface Person {
  /** Google's `sub` and GitHub's `id`. */
  id: number;
  name: string;
  /** The primary address. */
  email: string;
  isVerified: boolean;
  /** The public address at GitHub, which need not be verified. */
  publicEmail?: string;
  otherEmails?: { email: string; isVerified: boolean }[];
}

export interface Client {
  id: string;
  secret: string;
  /** The registered callback URLs. Others are refused. */
  redirectUris: string[];
}
