import { ExitCode, type ValueType } from "@mon/bundled/command-line"
import { makeNodeClient } from "@mon/dns"
import {
  type DnsObservation,
  type DnsServerAnswer,
  type DnsWatchType,
  dnsWatchTypes
} from "../dns-watch/DnsObservation.ts"
import { observeDns } from "../dns-watch/observeDns.ts"
import type { ProbeOptions } from "../probe/ProbeOptions.ts"

export type ObserveRecords = (
  target: { readonly hostname: string; readonly types: ReadonlyArray<DnsWatchType> },
  options: ProbeOptions,
  signal: AbortSignal
) => Promise<DnsObservation>

export const observeRecords: ObserveRecords = (target, { dnsServers = [], policy }, signal) =>
  observeDns(target, {
    dns: makeNodeClient({ servers: dnsServers }),
    signal,
    ...(policy === undefined ? {} : { policy })
  })

/** A list of record types, such as "NS,MX". */
export const recordTypes: ValueType<ReadonlyArray<DnsWatchType>> = {
  placeholder: "types",
  takes: `types such as NS,MX from ${dnsWatchTypes.join(", ")}`,
  read: (given) => {
    const names = given.split(",").map((name) => name.trim().toUpperCase())
    const types = names.map((name) => dnsWatchTypes.find((type) => type === name))
    return types.some((type) => type === undefined) ? undefined : types.filter((type) => type !== undefined)
  }
}

const answerLines = (answer: DnsServerAnswer): ReadonlyArray<string> => {
  if (answer.status === "failed") return [`  ${answer.server}  no answer (${answer.reason})`]
  const found = answer.records.length > 0 ? answer.records : [answer.status === "nxdomain" ? "no such name" : "none"]
  return [`  ${answer.server}`, ...found.map((record) => `    ${record}`)]
}

export const recordsReport = ({ domain, findings, names, sets }: DnsObservation): string =>
  [
    ...Object.entries(sets).flatMap(([name, answers]) => {
      const title = name === "NS" ? "NS (delegation)" : name === "zoneNS" ? "NS (zone)" : name
      const asked = (Object.hasOwn(names, name) ? names[name as DnsWatchType] : undefined) ?? domain
      return [`${title} ${asked}`, ...answers.flatMap(answerLines)]
    }),
    ...findings.map(({ code, message }) => `${code}: ${message}`)
  ].join("\n")

/** Returns the exit code: 0 if there are no findings, 1 if there are findings, and 2 if no server answered. */
export const recordsExitCode = ({ findings, sets }: DnsObservation): number => {
  const hasAnswer = Object.values(sets).some((answers) => answers.some(({ status }) => status !== "failed"))
  if (!hasAnswer) return ExitCode.couldNot
  return findings.length > 0 ? ExitCode.finding : ExitCode.ok
}
