import { aFunction, optional, whole } from "@mon/bundled/arguments"
import { addressPolicy } from "./AddressPolicy.ts"

/** The kinds of the options of every function that opens connections to checked addresses. */
export const connectionKinds = () => ({
  policy: optional(addressPolicy(aFunction)),
  resolve: optional(aFunction),
  connectTimeoutMs: optional(whole(1, 2 ** 31 - 1))
})
