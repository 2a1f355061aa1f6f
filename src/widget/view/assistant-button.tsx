import type { WidgetAssistant } from "../state/assistant";
import { TalkButton } from "./talk-button";
import { useCall, type ButtonSetting } from "./use-call";

type AssistantButtonProps = {
  assistant: WidgetAssistant;
  setting: ButtonSetting;
  iconPath: string;
};

/** The talk button of one assistant. */
export function AssistantButton({ assistant, setting, iconPath }: AssistantButtonProps) {
  const { state, message, isHostShowing, press, approach } = useCall(assistant, setting);
  return (
    <TalkButton
      iconPath={iconPath}
      labels={assistant.texts?.labels}
      state={state}
      message={message}
      isHostShowing={isHostShowing}
      onPress={press}
      onApproach={approach}
    />
  );
}
