/** Where @convex-dev/auth keeps the owner's token: one per backend. */
export function sessionTokenReader(convexUrl: string): () => string | null {
  const key = `__convexAuthJWT_${convexUrl.replace(/[^a-zA-Z0-9]/g, "")}`;
  return () => {
    try {
      return window.localStorage.getItem(key);
    } catch {
      // A browser that keeps no storage for frames throws at the mere look.
      return null;
    }
  };
}
