import clsx from "clsx";
import { CircleUser, LogOut, Settings, UserX } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { Button } from "../components/button";
import { Menu } from "../components/menu";
import { isAt, ROUTES } from "../lib/routes";
import { THEMES, useTheme } from "../lib/theme";
import { mayLeave } from "../lib/unsaved-changes";
import { DeleteAccountDialog } from "./owner-pages";
import { ACCOUNT_MENU } from "./dashboard-texts";
import { useSignOut } from "./use-sign-out";

export function AccountMenu({ email }: { email: string | undefined }) {
  const signOut = useSignOut();
  const navigate = useNavigate();
  const isCurrent = isAt(ROUTES.account, useLocation().pathname);
  const [theme, chooseTheme] = useTheme();
  const [isDeleting, setIsDeleting] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);

  return (
    <>
      <Menu
        trigger={
          <Button
            ref={trigger}
            variant="quiet"
            size="small"
            className="min-w-0"
            aria-current={isCurrent ? "page" : undefined}
            aria-label={ACCOUNT_MENU.label(email)}
          >
            <CircleUser
              size={20}
              strokeWidth={1.75}
              aria-hidden
              className={clsx("shrink-0", isCurrent && "text-ink")}
            />
            <span
              className={clsx(
                "hidden truncate sm:block",
                isCurrent ? "font-medium text-ink" : "font-normal",
              )}
            >
              {email}
            </span>
          </Button>
        }
        outsidePx={10}
        entries={[
          { kind: "text", text: email ?? "" },
          {
            kind: "choice",
            label: ACCOUNT_MENU.appearance,
            value: theme,
            choices: THEMES,
            onChoose: (id) => chooseTheme(THEMES.find((known) => known.id === id)?.id ?? "system"),
          },
          { kind: "line" },
          {
            kind: "item",
            Icon: Settings,
            label: ACCOUNT_MENU.account,
            onSelect: () => {
              if (mayLeave()) void navigate(ROUTES.account);
            },
          },
          {
            kind: "item",
            Icon: LogOut,
            label: ACCOUNT_MENU.signOut,
            onSelect: () => {
              if (mayLeave()) void signOut();
            },
          },
          {
            kind: "item",
            Icon: UserX,
            label: ACCOUNT_MENU.deleteAccount,
            onSelect: () => setIsDeleting(true),
          },
        ]}
      />
      {isDeleting && (
        <Suspense>
          <DeleteAccountDialog
            email={email ?? ""}
            onClose={() => {
              setIsDeleting(false);
              trigger.current?.focus();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
