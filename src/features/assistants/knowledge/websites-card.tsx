import { useMutation, useQuery } from "convex/react";
import { useState, type SubmitEvent } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { MAX_WEBSITES } from "../../../../convex/shared/sources";
import { SOURCE_REFUSALS } from "../../../../convex/shared/sourceMessages";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { InputField } from "../../../components/input-field";
import { reasonOf } from "../../../lib/error-reason";
import { toast } from "../../../lib/toast";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import { SourceList } from "./source-list";
import { WEBSITES } from "./texts";
import { WebsiteRow } from "./website-row";

/** Websites whose pages the assistant knows. */
export function WebsitesCard({ assistant }: { assistant: Doc<"assistants"> }) {
  const websites = useQuery(api.websites.listWebsites, { assistantId: assistant._id });

  return (
    <Card title={WEBSITES.title} subtitle={WEBSITES.intro}>
      {websites !== undefined && websites.length >= MAX_WEBSITES ? (
        <p className="text-muted">{SOURCE_REFUSALS.tooManyWebsites}</p>
      ) : (
        <AddressForm assistant={assistant} />
      )}
      <SourceList
        label={WEBSITES.list}
        count={websites?.length}
        loading={WEBSITES.loading}
        none={WEBSITES.none}
      >
        {websites?.map((website) => (
          <WebsiteRow key={website._id} website={website} />
        ))}
      </SourceList>
    </Card>
  );
}

function AddressForm({ assistant }: { assistant: Doc<"assistants"> }) {
  const add = useMutation(api.websites.addWebsite);
  const [address, setAddress] = useState("");
  const { isBusy, run } = useOneAtATime();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    run(async () => {
      try {
        await add({ assistantId: assistant._id, address });
        setAddress("");
      } catch (error) {
        toast.error(`${WEBSITES.addFailed} ${reasonOf(error)}`);
      }
    });
  }

  return (
    <form className="flex flex-wrap items-end gap-3" onSubmit={submit}>
      <div className="min-w-0 flex-1 basis-56">
        <InputField
          label={WEBSITES.address}
          value={address}
          onChange={setAddress}
          placeholder={WEBSITES.example}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="url"
          spellCheck={false}
          required
        />
      </div>
      <Button type="submit" disabled={isBusy}>
        {isBusy ? WEBSITES.adding : WEBSITES.add}
      </Button>
    </form>
  );
}
