import { useIsTakenOver } from "../../lib/use-is-taken-over";
import { THEMES, useTheme } from "../../lib/theme";
import { FOOTER } from "./footer-texts";

/** A native list, because the dashboard's menu is too large for the landing page. */
export function ThemeSelect() {
  const [theme, chooseTheme] = useTheme();
  const isTakenOver = useIsTakenOver();
  return (
    <label className="flex flex-wrap items-center gap-2 text-muted">
      {FOOTER.theme}
      <select
        value={theme}
        disabled={!isTakenOver}
        className="min-h-9 rounded-control border border-field-line bg-surface px-2 font-medium text-ink disabled:opacity-100 pointer-coarse:min-h-11"
        onChange={({ target }) => {
          const chosen = THEMES.find(({ id }) => id === target.value);
          if (chosen !== undefined) chooseTheme(chosen.id);
        }}
      >
        {THEMES.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
