import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { Contained } from "../../components/contained";
import { usePageTitle } from "../../lib/use-page-title";
import { DeletionCard } from "./deletion-card";
import { ExportCard } from "./export-card";
import { MailCard } from "./mail-card";
import { PasswordCard } from "./password-card";
import { SessionsCard } from "./sessions-card";

export function AccountPage() {
  usePageTitle("Account");
  return (
    <div className="grid gap-6">
      <div className="grid gap-1">
        <h1 className="text-title font-semibold">Account</h1>
        <Contained what="your address">
          <Address />
        </Contained>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid gap-4">
          <Contained what="where you are signed in">
            <SessionsCard />
          </Contained>
          <Contained what="which mail you want">
            <MailCard />
          </Contained>
        </div>
        <div className="grid gap-4">
          <PasswordCard />
          <ExportCard />
          <DeletionCard />
        </div>
      </div>
    </div>
  );
}

function Address() {
  const owner = useQuery(api.auth.loggedInUser);
  return <p className="text-muted">{owner?.email ?? "\u00A0"}</p>;
}
