import type { WidgetAssistant } from "../state/assistant";
import { TalkButton } from "./talk-button";
import { useCall, type ButtonSetting } from "./use-call";

type AssistantButtonProps = { assistant: WidgetAssistant; setting: ButtonSetting };

/** The talk button of one assistant. */
export function AssistantButton({ assistant, setting }: AssistantButtonProps) {
  const { state, message, isHostShowing, press, approach } = useCall(assistant, setting);
  return (
    <TalkButton
      icon={assistant.widgetIcon}
      labels={assistant.texts?.labels}
      state={state}
      message={message}
      isHostShowing={isHostShowing}
      onPress={press}
      onApproach={approach}
    />
  );
}
