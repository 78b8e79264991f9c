import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { DnsError } from "./DnsError.ts"
import type { DnsAnswer, RecordType } from "./Records.ts"

/**
 * Queries the DNS. Every answer of the DNS is a result, even a negative one. An error means that there was no answer.
 */
export interface Resolver {
  readonly query: <T extends RecordType>(name: string, type: T) => Effect.Effect<DnsAnswer<T>, DnsError>
}

/** The resolver as an Effect service. */
export class DnsResolver extends Context.Service<DnsResolver, Resolver>()("@mon/dns/DnsResolver") {}
