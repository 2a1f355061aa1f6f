import { usePageTitle } from "../../lib/use-page-title";

export function ConnectionsPage() {
  usePageTitle("Connections");
  return (
    <div className="grid gap-6">
      <h1 className="text-title font-semibold">Connections</h1>
    </div>
  );
}
