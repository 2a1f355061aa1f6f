/** Ids that leave the deployment and come back with an expiry and our signature. */
import { isSignatureOf, signatureOf } from "./keyedHash";

export type SignedId = { id: string; expiresAtMs: number };

/** The purpose keeps ids for one use from being accepted for another. */
export async function signId(purpose: string, signed: SignedId): Promise<string> {
  const signature = await signatureOf(signedText(purpose, signed));
  return `${signed.id}.${signed.expiresAtMs}.${signature}`;
}

/** Null unless we signed it for this purpose. It may have expired. */
export async function readSignedId(purpose: string, text: unknown): Promise<SignedId | null> {
  if (typeof text !== "string") return null;
  const [, id, expiry, signature] =
    /^((?:signed-)?[\da-f-]{36})\.(\d{1,15})\.([^.]{1,100})$/.exec(text) ?? [];
  if (id === undefined || signature === undefined) return null;
  const signed = { id, expiresAtMs: Number(expiry) };
  return (await isSignatureOf(signedText(purpose, signed), signature)) ? signed : null;
}

/** The first words differ from those of everything else that the deployment signs. */
function signedText(purpose: string, { id, expiresAtMs }: SignedId): string {
  return `${purpose} ${id} ${expiresAtMs}`;
}
