/**
 * How long an idle connection is kept. With Node's five seconds a busy client can send on one in the
 * very moment in which it is closed, and sees a reset; for longer than clients keep theirs, it cannot.
 */
export const KEEP_ALIVE = { keepAliveTimeout: 75_000 };
