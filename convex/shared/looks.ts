export const WIDGET_COLORS = [
  { value: "#3b82f6", name: "Blue" },
  { value: "#10b981", name: "Green" },
  { value: "#8b5cf6", name: "Purple" },
  { value: "#ef4444", name: "Red" },
  { value: "#f97316", name: "Orange" },
  { value: "#ec4899", name: "Pink" },
  { value: "#6366f1", name: "Indigo" },
  { value: "#14b8a6", name: "Teal" },
] as const;

export const WIDGET_ICONS = [
  { id: "mic", name: "Microphone" },
  { id: "bot", name: "Robot" },
  { id: "message", name: "Message" },
  { id: "phone", name: "Phone" },
  { id: "headphones", name: "Headphones" },
  { id: "settings", name: "Settings" },
] as const;

export const WIDGET_SIZES = [
  { id: "small", name: "Small", px: 48 },
  { id: "medium", name: "Medium", px: 56 },
  { id: "large", name: "Large", px: 64 },
] as const;

export type WidgetColor = (typeof WIDGET_COLORS)[number]["value"];
export type WidgetIcon = (typeof WIDGET_ICONS)[number]["id"];
export type WidgetSize = (typeof WIDGET_SIZES)[number]["id"];

export const DEFAULT_LOOK: { color: WidgetColor; icon: WidgetIcon; size: WidgetSize } = {
  color: "#3b82f6",
  icon: "mic",
  size: "medium",
};
