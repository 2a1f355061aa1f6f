import { useQuery } from "convex/react";
import { Suspense, useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { lazyPart } from "../../components/lazy-part";
import { DELETION } from "./texts";

const DeleteAccountDialog = lazyPart(
  () => import("./delete-account-dialog"),
  "DeleteAccountDialog",
);

export function DeletionCard() {
  const owner = useQuery(api.auth.loggedInUser);
  const [isDeleting, setIsDeleting] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);

  return (
    <Card title={DELETION.title} subtitle={DELETION.subtitle}>
      <Button
        ref={trigger}
        className="justify-self-start"
        disabled={owner == null}
        onClick={() => {
          setIsDeleting(true);
        }}
      >
        {DELETION.open}
      </Button>
      {isDeleting && (
        <Suspense>
          <DeleteAccountDialog
            email={owner?.email ?? ""}
            onClose={() => {
              setIsDeleting(false);
              trigger.current?.focus();
            }}
          />
        </Suspense>
      )}
    </Card>
  );
}
