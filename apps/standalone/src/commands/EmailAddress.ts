import { parseAddress } from "@mon/alerts"
import type { ValueType } from "@mon/bundled/command-line"

/**
 * An email address as the value of an option. Accepts the same addresses as a sign-up, and converts them to the form
 * that a sign-up stores.
 */
export const emailAddress: ValueType<string> = {
  placeholder: "address",
  takes: "an email address",
  read: (given) => parseAddress(given) ?? undefined
}
