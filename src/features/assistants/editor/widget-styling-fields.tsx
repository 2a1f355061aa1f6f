import { WIDGET_COLORS, WIDGET_ICONS, WIDGET_SIZES } from "../../../../convex/shared/looks";
import { WidgetIcon } from "../../../components/widget-icon";
import type { AssistantValues } from "../settings";
import { SETTING_LABELS } from "../texts";
import { ChoiceGroup } from "./choice-group";
import { STYLING_TAB } from "./texts";

type WidgetStylingFieldsProps = {
  values: AssistantValues;
  onChange: (changed: Partial<AssistantValues>) => void;
};

export function WidgetStylingFields({ values, onChange }: WidgetStylingFieldsProps) {
  return (
    <div className="grid gap-5">
      <ChoiceGroup
        label={SETTING_LABELS.widgetColor}
        name="widgetColor"
        value={values.widgetColor}
        onChange={(widgetColor) => onChange({ widgetColor })}
        choices={WIDGET_COLORS.map(({ value, name }) => ({
          value,
          name,
          face: <span className="block size-6 rounded-full" style={{ backgroundColor: value }} />,
        }))}
      />
      <ChoiceGroup
        label={SETTING_LABELS.widgetIcon}
        name="widgetIcon"
        value={values.widgetIcon}
        onChange={(widgetIcon) => onChange({ widgetIcon })}
        choices={WIDGET_ICONS.map(({ id, name }) => ({
          value: id,
          name,
          face: <WidgetIcon icon={id} />,
        }))}
      />
      <ChoiceGroup
        label={SETTING_LABELS.widgetSize}
        name="widgetSize"
        value={values.widgetSize}
        onChange={(widgetSize) => onChange({ widgetSize })}
        choices={WIDGET_SIZES.map(({ id, name, px }) => ({
          value: id,
          name: STYLING_TAB.size(name, px),
          face: <span className="px-1.5">{name}</span>,
        }))}
      />
    </div>
  );
}
