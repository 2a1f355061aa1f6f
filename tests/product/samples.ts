/** What a browser sends for a new assistant, with a new embed ID each time. */
export function newAssistant() {
  return {
    name: "Ada",
    systemPrompt: "You answer questions about the bakery." as string,
    assistantGoal: "Take an order.",
    voice: "jessica",
    embedId: crypto.randomUUID(),
    widgetColor: "#3b82f6",
    widgetIcon: "mic",
    widgetSize: "medium",
  } as const;
}
