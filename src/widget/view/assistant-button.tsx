import type { WidgetAssistant } from "../state/assistant";
import { TalkButton } from "./talk-button";
import { useCall, type ButtonSetting } from "./use-call";

type AssistantButtonProps = {
  assistant: WidgetAssistant;
  setting: ButtonSetting;
  icon?: WidgetAssistant["widgetIcon"];
};

/** The talk button of one assistant. */
export function AssistantButton(props: AssistantButtonProps) {
  const { assistant, setting, icon = assistant.widgetIcon } = props;
  const { state, message, isHostShowing, press, approach } = useCall(assistant, setting);
  return (
    <TalkButton
      icon={icon}
      labels={assistant.texts?.labels}
      state={state}
      message={message}
      isHostShowing={isHostShowing}
      onPress={press}
      onApproach={approach}
    />
  );
}
