import * as Context from "effect/Context"
import type { Resolver } from "./Resolver.ts"

/** The resolver as an Effect service. */
export class DnsResolver extends Context.Service<DnsResolver, Resolver>()("@mon/dns/DnsResolver") {}
