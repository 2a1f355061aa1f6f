import type { WidgetAssistant } from "./backend";
import { TalkButton } from "./talk-button";
import { useAssistant } from "./use-assistant";
import { useTalk, type TalkSetting } from "./use-talk";

export function Widget({ setting }: { setting: TalkSetting }) {
  const assistant = useAssistant(setting.backend);
  if (assistant === undefined) return <LoadingCircle />;
  return assistant === null ? null : <Talking assistant={assistant} setting={setting} />;
}

function LoadingCircle() {
  return (
    <div role="status" className="loading">
      <span className="unseen">Loading voice chat</span>
    </div>
  );
}

function Talking({ assistant, setting }: { assistant: WidgetAssistant; setting: TalkSetting }) {
  const { state, isHostShowing, press, prepare } = useTalk(assistant, setting);
  return (
    <TalkButton
      look={assistant}
      state={state}
      isHostShowing={isHostShowing}
      onPress={press}
      onApproach={prepare}
    />
  );
}
