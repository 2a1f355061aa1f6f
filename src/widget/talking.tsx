import type { WidgetAssistant } from "./backend";
import { TalkButton } from "./talk-button";
import { useTalk, type ButtonSetting } from "./use-talk";

type TalkingProps = { assistant: WidgetAssistant; setting: ButtonSetting };

export function Talking({ assistant, setting }: TalkingProps) {
  const { state, isHostShowing, press, dismiss, approach } = useTalk(assistant, setting);
  return (
    <TalkButton
      icon={assistant.widgetIcon}
      labels={assistant.words?.labels}
      state={state}
      isHostShowing={isHostShowing}
      onPress={press}
      onDismiss={dismiss}
      onApproach={approach}
    />
  );
}
