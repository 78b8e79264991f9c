import type { DnsMessage, DnsRecord } from "@mon/dns"
import type { CertificateFacts } from "../tls/CertificateFacts.ts"
import { startDeadline } from "../probe/ProbePorts.ts"
import { matchesPattern } from "../pattern/TextPattern.ts"
import { talkDns } from "../service/probeDns.ts"
import { type ServiceTarget, writeTarget } from "../service/ServiceTarget.ts"
import {
  addressMetrics,
  overFamilies,
  refusedCertificate,
  seconds,
  sharedMetrics,
  triedAddress
} from "./sharedMetrics.ts"
import { gauge, type Metric, type ProbeFailure, type RunProbe } from "./ProbeReport.ts"
import type { DnsModule, PatternRule, RecordRules } from "./ProbeModule.ts"

const unexpected = (message: string): ProbeFailure => ({ outcome: "expectation_failed", message })

/**
 * Returns the text of a record that patterns are compared with: name, time to live, class, type and data, separated by
 * tabs.
 */
const textOf = ({ data, name, ttl, type }: DnsRecord): string => `${name}.\t${ttl}\tIN\t${type}\t${data}`

/** Returns for each record whether it matches the pattern. Null if a search takes too long. */
const matchesOf = async (
  { ignoreCase, pattern }: PatternRule,
  texts: ReadonlyArray<string>
): Promise<ReadonlyArray<boolean> | null> => {
  const found: Array<boolean> = []
  for (const text of texts) {
    const matches = await matchesPattern(pattern, text, ignoreCase)
    if (matches === null) return null
    found.push(matches)
  }
  return found
}

type Judge = (matches: ReadonlyArray<ReadonlyArray<boolean>>) => string | null

/**
 * The function that judges a section of the answer, for each list of patterns. Its argument contains one list per
 * pattern, with one entry per record.
 */
const JUDGES: ReadonlyMap<keyof RecordRules, Judge> = new Map<keyof RecordRules, Judge>([
  ["failIfMatches", (matches) => (matches.flat().includes(true) ? "has a record that matches" : null)],
  [
    "failIfNotMatches",
    (matches) =>
      matches.some((one) => one.length === 0 || one.includes(false)) ? "has a record that does not match" : null
  ],
  // Despite its name, this rule fails unless all records match, as in blackbox_exporter.
  ["failIfAllMatch", (matches) => (matches.flat().includes(false) ? "has records that do not all match" : null)],
  [
    "failIfNoneMatches",
    (matches) => (matches.length > 0 && !matches.flat().includes(true) ? "has no record that matches" : null)
  ]
])

const judgeSection = async (
  name: string,
  rules: RecordRules,
  records: ReadonlyArray<DnsRecord>
): Promise<ProbeFailure | null> => {
  const texts = records.map(textOf)
  for (const [key, judge] of JUDGES) {
    const matches: Array<ReadonlyArray<boolean>> = []
    for (const rule of rules[key]) {
      const found = await matchesOf(rule, texts)
      if (found === null)
        return {
          outcome: "prober_fault",
          message: `The search for a pattern in the ${name} section would take too long.`
        }
      matches.push(found)
    }
    const problem = judge(matches)
    if (problem !== null) return unexpected(`The ${name} section ${problem}.`)
  }
  return null
}

const judgeMessage = async ({ rcodes, sections }: DnsModule, message: DnsMessage): Promise<ProbeFailure | null> => {
  if (!rcodes.includes(message.rcode)) return unexpected(`The server returned ${message.rcode}.`)
  for (const name of ["answers", "authority", "additional"] as const) {
    const failure = await judgeSection(name, sections[name], message[name])
    if (failure !== null) return failure
  }
  return null
}

/** Returns the serial number of the last SOA record in the answers (RFC 1035 section 3.3.13). */
const serialMetrics = (message: DnsMessage | null): ReadonlyArray<Metric> => {
  const soa = message?.answers.findLast(({ type }) => type === "SOA")
  return [gauge("probe_dns_serial", "The serial number of the zone", Number(soa?.data.split(" ")[2] ?? 0))]
}

export const dnsProbe =
  (module: DnsModule, target: ServiceTarget): RunProbe =>
  async (ports, timeoutMs, signal) => {
    const { family, query } = module
    const began = performance.now()
    const deadline = startDeadline(timeoutMs, signal)
    const refuses = (certificate: CertificateFacts) => refusedCertificate(module, certificate)
    const plan = { ...query, target, timeoutMs, refuses, serverName: module.serverName ?? undefined }
    const ask = (only: 4 | 6 | null) =>
      talkDns(ports, { ...plan, ...(only === null ? {} : { family: only }) }, deadline)
    const talk = await overFamilies(family, ask, (one) => one.failure?.outcome === "dns_nodata").finally(deadline.end)
    signal.throwIfAborted()
    const { facts, message } = talk
    const failure = talk.failure ?? (message === null ? null : await judgeMessage(module, message))
    const { connectUs, dnsUs, downloadUs, waitUs } = facts.timings
    const records = (name: "additional" | "answers" | "authority") => message?.[name].length ?? 0
    return {
      failure,
      lines: [
        `  ${writeTarget(target)}  ${facts.address ?? "not connected"}`,
        ...(message === null ? [] : [`  ${message.rcode}`, ...message.answers.map((one) => `  ${textOf(one)}`)])
      ],
      metrics: [
        ...sharedMetrics(failure, performance.now() - began, timeoutMs, facts.timings),
        ...addressMetrics(triedAddress(facts)),
        {
          name: "probe_dns_duration_seconds",
          help: "The time of each phase",
          type: "gauge",
          samples: [
            [{ phase: "connect" }, seconds(connectUs)],
            [{ phase: "request" }, seconds(waitUs) + seconds(downloadUs)],
            [{ phase: "resolve" }, seconds(dnsUs)]
          ]
        },
        gauge("probe_dns_answer_rrs", "How many records the answer section has", records("answers")),
        gauge("probe_dns_authority_rrs", "How many records the authority section has", records("authority")),
        gauge("probe_dns_additional_rrs", "How many records the additional section has", records("additional")),
        gauge("probe_dns_query_succeeded", "Whether there was an answer", message === null ? 0 : 1),
        ...(query.type === "SOA" ? serialMetrics(message) : [])
      ]
    }
  }
