import { parseAddress } from "@mon/alerts"
import type { ValueType } from "@mon/bundled/command-line"

/** An email address. Accepts what a sign-up accepts, and converts it to the form that a sign-up stores. */
export const emailAddress: ValueType<string> = {
  placeholder: "address",
  takes: "an email address",
  read: (given) => parseAddress(given) ?? undefined
}
