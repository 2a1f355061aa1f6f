import clsx from "clsx";
import type { ComponentProps } from "react";
import { buttonClass, type ButtonVariant } from "./button-class";

type ButtonProps = ComponentProps<"button"> & { variant?: ButtonVariant };

export function Button({ variant, className, type = "button", ...props }: ButtonProps) {
  return <button type={type} className={clsx(buttonClass(variant), className)} {...props} />;
}
