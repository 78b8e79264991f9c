import { repairResolvers } from "@mon/checks"
import { DnsResolver, layerNode, probeResolver } from "@mon/dns/effect"
import { Effect } from "effect"
import { type Finding, ok, warn } from "./Finding.ts"

const SUBJECT = "repairs"
/** The number of resolvers that must confirm a repair. */
const WANTED = 2

export interface RepairResolver {
  readonly address: string
  readonly answers: boolean
}

export const judgeRepairResolvers = (resolvers: ReadonlyArray<RepairResolver>): Finding => {
  const silent = resolvers.flatMap(({ address, answers }) => (answers ? [] : [address]))
  const answering = resolvers.length - silent.length
  if (resolvers.length < WANTED)
    return warn(
      SUBJECT,
      "repairs of DNS records are verified by one resolver only: list at least two in MON_DNS_SERVERS"
    )
  return answering < WANTED
    ? warn(
        SUBJECT,
        `no response from ${silent.join(", ")}: without two resolvers that respond, repairs of DNS records are never verified. Correct MON_DNS_SERVERS`
      )
    : ok(SUBJECT, `repairs of DNS records are verified by ${answering} resolvers`)
}

const ask = (address: string): Effect.Effect<RepairResolver> =>
  DnsResolver.use(probeResolver).pipe(
    Effect.map(({ answers }) => ({ address, answers })),
    Effect.provide(layerNode({ servers: [address] }))
  )

/** Queries each resolver that confirms repairs. `listed`: the resolvers of MON_DNS_SERVERS. */
export const examineRepairResolvers = (listed: ReadonlyArray<string>): Effect.Effect<Finding> =>
  Effect.map(Effect.forEach(repairResolvers(listed), ask, { concurrency: "unbounded" }), judgeRepairResolvers)
