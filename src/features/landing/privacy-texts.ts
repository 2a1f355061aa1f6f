/** The text of the privacy page. */
export const PRIVACY_SECTIONS = [
  {
    title: "What we store about you",
    text: "We store your email address, a hash of your password (never the password itself), your assistants with their prompts, goals, looks and knowledge files, and how many minutes were used. So that nobody can lock you out by guessing passwords, we remember the last twenty networks and browsers you signed in from, as hashes. For each place where you are signed in, we store the kind of browser, its time zone and when it was last used, until a month after that. If you sign in with Google or GitHub, we store your account number there and your email address, and nothing else that they send us. If you ask for a new password, your address stays in a list for an hour. We store which emails you want. For forty days, we remember which emails we sent you and whether they arrived, without their codes and links, and when you replied to a weekly summary. Card details stay with the payment service; we store only the brand and the last four digits. When you start a free trial, we store a hash of your email address and of the number that the payment service gave your card, because everyone gets one trial.",
  },
  {
    title: "What we store about a call",
    text: "We store when the call began and ended, what it cost, a transcript, a summary, the information that the assistant's owner wants to collect, the questions that had no answer or are asked most, how the visitor seemed to feel and, unless the owner has turned it off, a recording. We store a hash of a visitor's internet address, with the call while it lasts, and for about a day to limit how many calls come from one network; we do not store the address itself. The owner decides how long calls are kept: 7 days, 30 days, 90 days, a year or forever. The owner can delete a call, or all of them, at any time. Owners can show a notice before a visitor's first call: then no call starts without agreement, and the text of the notice and the time of the agreement are stored with each call and deleted with it. What is deleted here is also deleted at the voice service; a record of that deletion and its time is kept until the owner deletes the account. The assistant on our landing page is ours: its calls are not recorded, their transcripts are deleted after 7 days, and you are told so before the first call.",
  },
  {
    title: "What we store about a typed conversation",
    text: "Visitors can also type with an assistant. We store what they typed and what the assistant answered, with the same information as about a call, except that there is no recording. The period that the owner chose for calls, deletion and the notice apply to typed conversations too. A conversation ends half an hour after its last message. If the same visitor types again within a day, we link the conversations and show them to the owner as one. A visitor who can neither talk nor type can leave a message: we store the name, the email address or phone number and the text, show them to the owner, send them to the addresses and programs that the owner has chosen, and keep them for the same period. The voice service does not receive them.",
  },
  {
    title: "What we store when you try a website",
    text: "On our landing page you can try an assistant on a website without an account. We then read up to five pages of it, as its robots.txt allows. Their text goes to the voice service together with your questions, and the voice service writes the answers. The text, the questions and the answers are deleted within an hour, here and there. We count how many websites are tried from one network in a day, by a hash of your internet address. If you go on to sign up, your browser passes the website's address on to the form, in this tab only.",
  },
  {
    title: "Who else is involved",
    text: "A voice service carries the call: it hears both sides and receives the assistant's prompt, goal and file. It also receives what visitors type, and writes the answers. We delete a typed conversation there as soon as it has ended and been evaluated. If the owner has turned this on, it also receives the title and address of the page that the visitor is on. If the code of the owner's website tells it something about the visitor, such as a name, the voice service receives that too, and we store it with the conversation. If the owner has connected a calendar at Cal.com and a visitor agrees to a booking, Cal.com receives what the booking needs: the name, the email address and the time. A payment service handles subscriptions. A mail service delivers the emails that we send you, and receives your replies to the weekly summary. If you sign in with Google or GitHub, they learn that you use Hark. If the operators of this installation have turned on a check against bots, a visitor's browser loads a Cloudflare script when the button is pressed or a website is tried: Cloudflare sees the visitor's internet address and judges whether a person uses it, but hears nothing of the call. Nobody else receives your data, and we sell nothing.",
  },
  {
    title: "What is stored in your browser",
    text: "Your browser stores a token that keeps you signed in, which is removed when you sign out; a random number that identifies this browser when you sign in again; the theme you chose; and whether you have seen the plans. A visitor's browser stores which notice the visitor agreed to, and when, and for a day the conversation with an assistant, with a token that continues it. There are no advertising or tracking cookies.",
  },
  {
    title: "Who can see it",
    text: "Only you, when you are signed in, and the operators of this installation. A link to a recording works for an hour at most, and stops working when you sign out. Visitors to your website see the button, and hear and read what the assistant says. We tell the voice service to send their browsers captions and nothing else: not the prompt, the goal or the file. An assistant may still talk about these when it is asked.",
  },
  {
    title: "Your choices",
    text: "On the account page you can download everything we store about you, change your password and sign out everywhere. You can delete calls, typed conversations and assistants at any time, and your account from the account menu. Everything that belongs to your account is deleted with it, except for hashes: they record that there was a free trial and how many free minutes were used, or that email to your address bounced or was marked as spam. Neither your address nor your card can be read from them. If a bill is unpaid at that time, the payment service keeps it with your email address until it is settled. Visitors who want a recording or what they typed removed can write to the owner of the website, or to the support address below.",
  },
] as const;
