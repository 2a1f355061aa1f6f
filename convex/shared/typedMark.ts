/**
 * Precedes what a visitor types during a call. It tells the assistant that the spelling is exact, and tells us later which
 * words of the transcript were typed.
 */
export const TYPED_MARK = "[typed] ";
