import { aFunction, optional, whole } from "@mon/bundled/arguments"
import { addressPolicy } from "./AddressPolicy.ts"

export const connectionKinds = () => ({
  policy: optional(addressPolicy(aFunction)),
  resolve: optional(aFunction),
  connectTimeoutMs: optional(whole(1, 2 ** 31 - 1))
})
