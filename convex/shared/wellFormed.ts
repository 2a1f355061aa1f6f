/**
 * Text without halves of signs. Beyond the first 65,536 a sign is a pair of surrogates; a cut may part
 * them, and what others send may hold one alone. Convex takes no such text: its JSON is read by serde_json
 * (get-convex/convex-backend, crates/isolate/src/execution_scope.rs).
 */
export function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, "\uFFFD");
}

export function beginningOf(text: string, length: number): string {
  return wellFormed(text.slice(0, length));
}
