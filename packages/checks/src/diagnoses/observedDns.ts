import type { AliasFacts, DnsFacts } from "@mon/diagnosis"
import type { DnsObservation } from "@mon/uptime-probe"
import { storable } from "../StoredText.ts"

/** The record types that are queried after a failure, for the host and its domain. */
export const observedTypes = ["NS", "DS", "A", "AAAA", "CNAME"] as const

const MAX_TEXT = 500
const MAX_RECORDS = 50
const MAX_ANSWERS = 100

const text = (value: string): string => storable(value, MAX_TEXT)

const HOST_SETS = ["A", "AAAA", "CNAME"] as const
/**
 * The server name under which an observation lists the resolver's answers. The resolver is queried if an alias leads
 * out of the zone.
 */
const RESOLVER = "resolver"

const answersOf = ({ sets }: DnsObservation): NonNullable<DnsFacts["answers"]> =>
  HOST_SETS.flatMap((type) =>
    (sets[type] ?? []).flatMap((answer) =>
      answer.server === RESOLVER
        ? []
        : [
            {
              server: text(answer.server),
              type,
              status: answer.status,
              ...(answer.status === "failed" ? {} : { records: answer.records.slice(0, MAX_RECORDS).map(text) })
            }
          ]
    )
  )
    .filter(({ status, type }) => type !== "CNAME" || status === "ok")
    .slice(0, MAX_ANSWERS)

/**
 * The failure reasons that mean that the server responded but does not serve the zone. After any other failure, the
 * server counts as silent.
 */
const ANSWERED: ReadonlySet<string> = new Set(["lame", "Refused", "ServFail", "FormErr"])

const serversOf = ({ sets }: DnsObservation): NonNullable<DnsFacts["servers"]> =>
  (sets.zoneNS ?? []).map((answer) => ({
    server: text(answer.server),
    // A zone has NS records at its apex (RFC 1035 section 5.2), so a server without them does not serve the zone.
    status:
      answer.status === "ok" ? "ok" : answer.status !== "failed" || ANSWERED.has(answer.reason) ? "lame" : "silent",
    ...(answer.status === "ok" && answer.serial !== null ? { serial: answer.serial } : {})
  }))

const aliasOf = ({ sets }: DnsObservation): AliasFacts | null => {
  const target = (sets.CNAME ?? []).flatMap((answer) => (answer.status === "failed" ? [] : answer.records))[0]
  if (target === undefined) return null
  const behind = (sets.A ?? []).find(({ server }) => server === RESOLVER)
  return { target: text(target), ...(behind === undefined ? {} : { status: behind.status }) }
}

const parentOf = ({ sets }: DnsObservation): DnsFacts["delegation"] => {
  const answered = (sets.NS ?? []).flatMap((answer) => (answer.status === "failed" ? [] : [answer.records]))
  const [parent] = answered
  return parent === undefined ? undefined : { parent: parent.slice(0, MAX_RECORDS).map(text) }
}

/** Returns whether the parent zone has a DS record. Signatures are not validated. */
const dnssecOf = ({ sets }: DnsObservation): DnsFacts["dnssec"] => {
  const answers = (sets.DS ?? []).filter(({ status }) => status !== "failed")
  if (answers.length === 0) return undefined
  return { state: answers.some(({ status }) => status === "ok") ? "signed" : "insecure" }
}

/** Returns the facts of an observation for a diagnosis. Parts without answers are left out. */
export const observedDns = (observation: DnsObservation): DnsFacts => {
  const answers = answersOf(observation)
  const servers = serversOf(observation)
  const alias = aliasOf(observation)
  const delegation = parentOf(observation)
  const dnssec = dnssecOf(observation)
  return {
    ...(answers.length === 0 ? {} : { answers }),
    ...(servers.length === 0 ? {} : { servers }),
    ...(alias === null ? {} : { alias }),
    ...(delegation === undefined ? {} : { delegation }),
    ...(dnssec === undefined ? {} : { dnssec })
  }
}
