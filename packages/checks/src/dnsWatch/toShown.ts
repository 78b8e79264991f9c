import type { DnsObserved, DnsRecordSet, DnsRecordType, DnsServerState } from "@mon/model"
import type { DnsObservation, DnsSetName, DnsWatchState } from "@mon/uptime-probe"
import { storable } from "../StoredText.ts"

const MAX_LINE = 4_096
const MAX_MESSAGE = 500
const ROTATED: ReadonlySet<DnsSetName> = new Set(["A", "AAAA", "CNAME"])

export const storableLines = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.map((line) => storable(line, MAX_LINE))

const timeOf = (milliseconds: number): string => new Date(milliseconds).toISOString()

type Set = NonNullable<DnsObservation["sets"][DnsSetName]>

const serversOf = (name: DnsSetName, answers: Set, accepted: ReadonlyArray<string>): ReadonlyArray<DnsServerState> =>
  answers.map((answer) => {
    const server = storable(answer.server, MAX_MESSAGE)
    if (answer.status === "failed")
      return { server, status: "failed", reason: storable(answer.reason, MAX_MESSAGE), isDifferent: false, records: [] }
    const isSame = ROTATED.has(name)
      ? answer.records.every((record) => accepted.includes(record))
      : answer.records.join("\n") === accepted.join("\n")
    return {
      server,
      status: answer.status,
      reason: null,
      isDifferent: !isSame,
      records: isSame ? [] : storableLines(answer.records)
    }
  })

const toSet = (
  name: DnsSetName,
  answers: Set,
  { domain, names }: DnsObservation,
  state: DnsWatchState
): DnsRecordSet => {
  const known = state.sets[name]
  const type: DnsRecordType = name === "zoneNS" ? "NS" : name
  const pending = known?.candidate ?? null
  return {
    type,
    source: name === "NS" || name === "DS" ? "parent" : "zone",
    name: storable(names[name] ?? domain, MAX_MESSAGE),
    records: storableLines(known?.records ?? []),
    acceptedAt: known === undefined ? null : timeOf(known.acceptedAt),
    pending:
      pending === null ? null : { records: storableLines(pending.records), firstSeenAt: timeOf(pending.firstSeenAt) },
    servers: serversOf(name, answers, known?.records ?? [])
  }
}

const ORDER: ReadonlyArray<DnsSetName> = ["NS", "zoneNS", "DS", "MX", "TXT", "CAA", "A", "AAAA", "CNAME"]

export const toShown = (observation: DnsObservation, state: DnsWatchState): DnsObserved => ({
  sets: ORDER.flatMap((name) => {
    const answers = observation.sets[name]
    return answers === undefined ? [] : [toSet(name, answers, observation, state)]
  }),
  findings: observation.findings.map(({ code, message }) => ({ code, message: storable(message, MAX_MESSAGE) }))
})
