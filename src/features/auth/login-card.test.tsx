import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { Toasts } from "../../components/toasts";
import { afterEach, expect, test, vi } from "vitest";
import { MESSAGES } from "../../../convex/shared/messages";
import { LoginCard } from "./login-card";

afterEach(cleanup);

function setUp(onSubmit: (form: FormData) => Promise<string | null> = () => Promise.resolve(null)) {
  const submitted = vi.fn(onSubmit);
  render(
    <MemoryRouter>
      <LoginCard onSubmit={submitted} />
      <Toasts />
    </MemoryRouter>,
  );
  return { submitted, user: userEvent.setup() };
}

async function fillIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText("Email"), "ada@example.com");
  await user.type(screen.getByLabelText("Password"), "correct horse");
}

test("an owner is welcomed back and sends email, password and flow", async () => {
  const { submitted, user } = setUp();
  expect(screen.getByRole("heading", { name: "Welcome back" })).toBeTruthy();
  await fillIn(user);
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect(Object.fromEntries(submitted.mock.calls[0]?.[0] ?? [])).toEqual({
    email: "ada@example.com",
    password: "correct horse",
    flow: "signIn",
  });
});

test("switching to sign-up keeps what was typed", async () => {
  const { submitted, user } = setUp();
  await fillIn(user);
  await user.click(screen.getByRole("button", { name: "Sign up instead" }));
  expect(screen.getByText("At least 8 characters")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Sign up" }));
  expect(submitted.mock.calls[0]?.[0].get("flow")).toBe("signUp");
  expect(submitted.mock.calls[0]?.[0].get("email")).toBe("ada@example.com");
});

test("both fields are required and the email is one", () => {
  setUp();
  const email = screen.getByLabelText<HTMLInputElement>("Email");
  const password = screen.getByLabelText<HTMLInputElement>("Password");
  expect([email.required, email.type, password.required]).toEqual([true, "email", true]);
});

test("a wrong password is told, and can be tried again", async () => {
  const { user } = setUp(() => Promise.resolve(MESSAGES.invalidPassword));
  await fillIn(user);
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Sign in" });
  await user.click(button);
  expect(await screen.findByText("Invalid password. Please try again.")).toBeTruthy();
  expect(button.disabled).toBe(false);
});

test("a form that is on its way cannot be sent twice", async () => {
  const { submitted, user } = setUp(() => new Promise(vi.fn()));
  await fillIn(user);
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect(submitted).toHaveBeenCalledTimes(1);
});
