import { useAuthActions } from "@convex-dev/auth/react";
import { CircleUser, LogOut, UserX } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { Button } from "../components/button";
import { Menu, MenuChoice, MenuItem, MenuLine } from "../components/menu";
import { THEMES, useTheme } from "../lib/theme";
import { mayLeave } from "../lib/unsaved-changes";
import { DeleteAccountDialog } from "./owner-pages";

export function AccountMenu({ email }: { email: string | undefined }) {
  const { signOut } = useAuthActions();
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
            className="-mr-4 min-w-0"
            aria-label={email === undefined ? "Account" : `Account ${email}`}
          >
            <CircleUser size={20} strokeWidth={1.75} aria-hidden className="shrink-0" />
            <span className="hidden truncate font-normal sm:block">{email}</span>
          </Button>
        }
      >
        <p className="truncate px-2.5 py-1.5 text-small text-muted sm:hidden">{email}</p>
        <MenuChoice label="Appearance" value={theme} choices={THEMES} onChoose={chooseTheme} />
        <MenuLine />
        <MenuItem
          Icon={LogOut}
          onSelect={() => {
            if (mayLeave()) void signOut();
          }}
        >
          Sign out
        </MenuItem>
        <MenuItem
          Icon={UserX}
          onSelect={() => {
            setIsDeleting(true);
          }}
        >
          Delete account…
        </MenuItem>
      </Menu>
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
