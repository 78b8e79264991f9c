import { anAbortSignal, aString, type FieldsOf, listOf, optional, shape } from "@mon/bundled/arguments"
import type { ResolverOptions } from "./CheckOptions.ts"

export const resolverFields = (): FieldsOf<ResolverOptions> => ({
  servers: optional(listOf(aString, "an array of DNS servers")),
  zone: optional(shape("a zone: an object that maps names to their records", {})),
  signal: optional(anAbortSignal)
})
