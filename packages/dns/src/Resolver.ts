import type * as Effect from "effect/Effect"
import type { DnsError } from "./DnsError.ts"
import type { DnsAnswer, RecordType } from "./Records.ts"

/** The resolver port: what the DNS says is an answer, what keeps us from asking is an error. */
export interface Resolver {
  readonly query: <T extends RecordType>(name: string, type: T) => Effect.Effect<DnsAnswer<T>, DnsError>
}
