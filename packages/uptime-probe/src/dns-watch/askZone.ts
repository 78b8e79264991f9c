import type { RecordData } from "@mon/dns"
import type { Authority } from "./authorityServers.ts"
import type { DnsServerAnswer, DnsWatchType } from "./DnsObservation.ts"
import type { AuthorityServer, Ports } from "./DnsWatchPorts.ts"
import { recordTexts } from "./recordText.ts"

/** The maximum number of records in a compared set, so that a stranger's zone cannot fill the database. */
const MAX_RECORDS = 200
const MAX_TEXT = 32_768

/** Returns a server's answer, with its texts limited in size. */
export const toAnswer = <T extends DnsWatchType>(
  server: string,
  type: T,
  {
    records,
    serial,
    status
  }: {
    readonly status: "ok" | "nodata" | "nxdomain"
    readonly records: ReadonlyArray<RecordData[T]>
    readonly serial: number | null
  }
): DnsServerAnswer => {
  const texts = recordTexts(type, records)
  if (texts.length > MAX_RECORDS || texts.reduce((sum, text) => sum + text.length, 0) > MAX_TEXT)
    return { server, status: "failed", reason: "too large" }
  return { server, status, records: texts, serial }
}

/** One server's answer about a set, and whether the name is an alias without records in this zone. */
interface ZoneAnswer {
  readonly answer: DnsServerAnswer
  readonly isAlias: boolean
}

export const askZone = async <T extends DnsWatchType>(
  { servers }: Authority,
  name: string,
  type: T,
  serials: ReadonlyMap<AuthorityServer, number>,
  ports: Ports
): Promise<ReadonlyArray<ZoneAnswer>> =>
  await Promise.all(
    servers.map(async (server): Promise<ZoneAnswer> => {
      const failed = (reason: string): ZoneAnswer => ({
        answer: { server: server.label, status: "failed", reason },
        isAlias: false
      })
      const reply = await ports.ask(server, name, type)
      if (typeof reply === "string") return failed(reply)
      if (reply.kind === "referral" || !reply.authoritative) return failed("lame")
      const serial = serials.get(server) ?? null
      const answer = toAnswer(server.label, type, { status: reply.status, records: reply.records, serial })
      return { answer, isAlias: reply.cnames.length > 0 && reply.records.length === 0 }
    })
  )

export const askSerials = async (
  { servers, zone }: Authority,
  ports: Ports
): Promise<ReadonlyMap<AuthorityServer, number>> => {
  const replies = await Promise.all(
    servers.map(async (server) => {
      const reply = await ports.ask(server, zone, "SOA")
      const soa = typeof reply === "string" || reply.kind === "referral" ? undefined : reply.records[0]
      return soa === undefined ? [] : [[server, soa.serial] as const]
    })
  )
  return new Map(replies.flat())
}
