import { parseAddress } from "@mon/alerts"
import type { ValueType } from "@mon/bundled/command-line"

/** An address as a sign-up accepts it, and in the form in which a sign-up stores it. */
export const emailAddress: ValueType<string> = {
  placeholder: "address",
  takes: "an email address",
  read: (given) => parseAddress(given) ?? undefined
}
