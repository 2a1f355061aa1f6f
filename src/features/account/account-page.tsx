import { Contained } from "../../components/contained";
import { usePageTitle } from "../../lib/use-page-title";
import { AddressCard } from "./address-card";
import { DeletionCard } from "./deletion-card";
import { ExportCard } from "./export-card";
import { MailCard } from "./mail-card";
import { OperatorLink } from "./operator-link";
import { PasswordCard } from "./password-card";
import { SessionsCard } from "./sessions-card";
import { ACCOUNT } from "./texts";

export function AccountPage() {
  usePageTitle(ACCOUNT.title);
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="text-title font-semibold">{ACCOUNT.title}</h1>
        <OperatorLink />
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <Contained what={ACCOUNT.parts.email}>
            <AddressCard />
          </Contained>
          <Contained what={ACCOUNT.parts.password}>
            <PasswordCard />
          </Contained>
          <Contained what={ACCOUNT.parts.emails}>
            <MailCard />
          </Contained>
        </div>
        <div className="grid min-w-0 gap-4">
          <Contained what={ACCOUNT.parts.sessions}>
            <SessionsCard />
          </Contained>
          <ExportCard />
          <DeletionCard />
        </div>
      </div>
    </div>
  );
}
