/**
 * Text without unpaired surrogates. Characters beyond the first 65,536 are pairs of surrogates. Cutting a text can
 * separate them, and text from outside can contain single ones. Convex refuses such text, because serde_json reads its
 * JSON (get-convex/convex-backend, crates/isolate/src/execution_scope.rs).
 */
export function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, "\uFFFD");
}

export function beginningOf(text: string, length: number): string {
  return wellFormed(text.slice(0, length));
}
