/** A world with Stripe and mail, in which owners have confirmed addresses. */
import { afterEach } from "vitest";
import { api } from "../../../convex/_generated/api";
import { opened } from "../../opened.ts";
import { keyIn, openMail } from "../mail-world.ts";
import type { MailService, SentMail } from "../mail-world.ts";
import { onEachBillingBackend } from "./billing-world.ts";
import type { BillingWorld } from "./billing-world.ts";

export interface MailedWorld extends BillingWorld {
  post: MailService;
  /** This owner's mails, oldest first, without the one that confirms the address. */
  mailsOf(owner: { email: string }): Promise<SentMail[]>;
}

export function onEachMailedBackend(define: (world: () => MailedWorld) => void): void {
  onEachBillingBackend((billing) => {
    const mailed = opened(() => openMailed(billing()));
    afterEach(() => mailed().world.post.control("reset", {}));
    define(() => mailed().world);
  });
}

const CONFIRM = "Confirm your email address";
let people = 0;

async function openMailed(billing: BillingWorld) {
  const { world, post, close } = await openMail(billing);
  const mailed: MailedWorld = {
    ...world,
    post,
    async signUp(address) {
      people += 1;
      const owner = await world.signUp(address ?? `subscriber-${people}@mailed.test`);
      // convex-test creates the account without a mail.
      if ((await post.mailTo(owner.email)).length === 0) {
        await owner.mutation(api.account.sendConfirmation, {});
      }
      const key = keyIn(await post.newestTo(owner.email));
      await world.visitor.mutation(api.account.confirmAddress, { key });
      return owner;
    },
    async mailsOf({ email }) {
      const mails = await post.mailTo(email);
      return mails.filter(({ subject }) => subject !== CONFIRM).reverse();
    },
  };
  return { world: mailed, close };
}
