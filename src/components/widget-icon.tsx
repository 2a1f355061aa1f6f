import {
  Bot,
  Headphones,
  MessageCircle,
  Mic,
  Phone,
  Settings,
  type LucideIcon,
} from "lucide-react";
import type { WidgetIcon as WidgetIconId } from "../../convex/catalog/looks";

const ICONS: Record<WidgetIconId, LucideIcon> = {
  mic: Mic,
  bot: Bot,
  message: MessageCircle,
  phone: Phone,
  headphones: Headphones,
  settings: Settings,
};

export function WidgetIcon({ icon }: { icon: WidgetIconId }) {
  const Icon = ICONS[icon];
  return <Icon size={20} strokeWidth={1.75} aria-hidden />;
}
