import { Contained } from "../../components/contained";
import { usePageTitle } from "../../lib/use-page-title";
import { AddressCard } from "./address-card";
import { DeletionCard } from "./deletion-card";
import { ExportCard } from "./export-card";
import { MailCard } from "./mail-card";
import { PasswordCard } from "./password-card";
import { SessionsCard } from "./sessions-card";

export function AccountPage() {
  usePageTitle("Account");
  return (
    <div className="grid gap-6">
      <h1 className="text-title font-semibold">Account</h1>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <Contained what="your address">
            <AddressCard />
          </Contained>
          <Contained what="where you are signed in">
            <SessionsCard />
          </Contained>
          <Contained what="which mail you want">
            <MailCard />
          </Contained>
        </div>
        <div className="grid min-w-0 gap-4">
          <Contained what="your password">
            <PasswordCard />
          </Contained>
          <ExportCard />
          <DeletionCard />
        </div>
      </div>
    </div>
  );
}
