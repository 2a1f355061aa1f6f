import { useQuery } from "convex/react";
import { Suspense, useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { lazyPart } from "../../components/lazy-part";

const DeleteAccountDialog = lazyPart(
  () => import("./delete-account-dialog"),
  "DeleteAccountDialog",
);

export function DeletionCard() {
  const owner = useQuery(api.auth.loggedInUser);
  const [isDeleting, setIsDeleting] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);

  return (
    <Card
      title="Delete account"
      subtitle="Your assistants, calls, recordings and files go with it. This cannot be undone."
    >
      <Button
        ref={trigger}
        className="justify-self-start"
        disabled={owner == null}
        onClick={() => {
          setIsDeleting(true);
        }}
      >
        Delete account…
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
