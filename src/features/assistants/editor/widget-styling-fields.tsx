import type { ReactNode } from "react";
import { WIDGET_COLORS, WIDGET_ICONS, WIDGET_SIZES } from "../../../../convex/catalog/looks";
import { WidgetIcon } from "../../../components/widget-icon";
import { AllowedSites } from "./allowed-sites";
import type { AssistantValues, WidgetLook } from "./assistant-values";
import { ChoiceGroup } from "./choice-group";
import { WidgetPreview } from "./widget-preview";

type Values = WidgetLook & Pick<AssistantValues, "allowedSites">;

type WidgetStylingFieldsProps = {
  values: Values;
  /** Websites on which the button was asked for. */
  seenSites: string[];
  /** What is about visitors' calls besides, and is not saved with the form. */
  aboutCalls: ReactNode;
  onChange: (changed: Partial<Values>) => void;
};

export function WidgetStylingFields(props: WidgetStylingFieldsProps) {
  const { values, seenSites, aboutCalls, onChange } = props;
  return (
    <div className="grid gap-5">
      <ChoiceGroup
        label="Colour"
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
        label="Icon"
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
        label="Size"
        name="widgetSize"
        value={values.widgetSize}
        onChange={(widgetSize) => onChange({ widgetSize })}
        choices={WIDGET_SIZES.map(({ id, name, px }) => ({
          value: id,
          name: `${name}, ${px} pixels`,
          face: <span className="px-1.5">{name}</span>,
        }))}
      />
      <WidgetPreview look={values} />
      <AllowedSites
        value={values.allowedSites}
        seen={seenSites}
        onChange={(allowedSites) => onChange({ allowedSites })}
      />
      {aboutCalls}
    </div>
  );
}
