import {
  DEFAULT_LOOK,
  WIDGET_COLORS,
  WIDGET_ICONS,
  WIDGET_SIZES,
} from "../../../convex/catalog/looks";
import { WidgetIcon } from "../../components/widget-icon";
import { ChoiceGroup } from "./choice-group";

export function WidgetStylingFields() {
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-4 text-lead font-semibold">Widget Styling</legend>
      <ChoiceGroup
        label="Colour"
        name="widgetColor"
        defaultValue={DEFAULT_LOOK.color}
        choices={WIDGET_COLORS.map(({ value, name }) => ({
          value,
          name,
          face: <span className="block size-6 rounded-full" style={{ backgroundColor: value }} />,
        }))}
      />
      <ChoiceGroup
        label="Icon"
        name="widgetIcon"
        defaultValue={DEFAULT_LOOK.icon}
        choices={WIDGET_ICONS.map(({ id, name }) => ({
          value: id,
          name,
          face: <WidgetIcon icon={id} />,
        }))}
      />
      <ChoiceGroup
        label="Size"
        name="widgetSize"
        defaultValue={DEFAULT_LOOK.size}
        choices={WIDGET_SIZES.map(({ id, name, px }) => ({
          value: id,
          name: `${name}, ${px} pixels`,
          face: <span className="px-1.5">{name}</span>,
        }))}
      />
    </fieldset>
  );
}
