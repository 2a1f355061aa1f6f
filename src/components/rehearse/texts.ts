/** The texts of making rehearsals where conversations are read. */
export const REHEARSE = {
  call: "Make it a rehearsal",
  answer: "Rehearse it too",
  adding: "Adding...",
  added: "Added to the rehearsals.",
  open: "Open rehearsals",
  failed: "The rehearsal was not added.",
} as const;
