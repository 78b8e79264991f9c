import type { ValueType } from "@mon/command-line"

export const emailAddress: ValueType<string> = {
  placeholder: "address",
  takes: "an email address",
  read: (given) => (/^[^\s@]+@[^\s@]+$/u.test(given) ? given : undefined)
}
