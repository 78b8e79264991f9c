import { styleText } from "node:util"
import type { ExpectationResult } from "../expect/Expectation.ts"
import type { CertificateFacts } from "../tls/CertificateFacts.ts"
import type { Hop, CheckResult, Timings } from "../CheckResult.ts"
import { totalOf } from "../CheckResult.ts"
import { contentFaults } from "../content/ContentFault.ts"
import { outcomes, type Verdict } from "../Outcome.ts"

type Style = Parameters<typeof styleText>[0]

/** A function that applies a terminal style to a text, or returns the text unchanged. */
export type Paint = (style: Style, text: string) => string

export const plain: Paint = (_style, text) => text
export const coloured: Paint = (style, text) => styleText(style, text, { validateStream: false })

const PHASES = [
  { key: "dnsUs", name: "dns", mark: "·", style: "cyan" },
  { key: "connectUs", name: "connect", mark: "-", style: "yellow" },
  { key: "tlsUs", name: "tls", mark: "=", style: "magenta" },
  { key: "waitUs", name: "wait", mark: "~", style: "green" },
  { key: "downloadUs", name: "download", mark: "#", style: "blue" }
] as const

const BAR_WIDTH = 60

const WORDS: Readonly<Record<Verdict, readonly [string, Style]>> = {
  up: ["UP", "green"],
  down: ["DOWN", "red"],
  unknown: ["NO VERDICT", "yellow"]
}

// oxlint-disable-next-line no-control-regex -- what a server sends must not reach the terminal as commands
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g

/** Replaces the control characters in text from outside. */
export const shown = (text: string) => text.replaceAll(CONTROLS, "?")

const millis = (micros: number) => `${(micros / 1000).toFixed(micros < 100_000 ? 1 : 0)} ms`

/**
 * Draws the phases as one line of marks in proportion to their times. Each phase with a duration above zero has at
 * least one mark.
 */
export const bar = (timings: Timings, paint: Paint = plain): string => {
  const total = Math.max(1, totalOf(timings))
  return PHASES.map(({ key, mark, style }) => {
    const micros = timings[key]
    return micros === null || micros === 0
      ? ""
      : paint(style, mark.repeat(Math.max(1, Math.round((micros / total) * BAR_WIDTH))))
  }).join("")
}

export const legend = (timings: Timings, paint: Paint) =>
  PHASES.flatMap(({ key, name, mark, style }) => {
    const micros = timings[key]
    return micros === null ? [] : [`${paint(style, mark)} ${name} ${millis(micros)}`]
  }).join("  ")

/**
 * Returns the lines about the refused address, with instructions to allow it. The address may be shown, because the
 * person at the terminal may know this network.
 */
export const blockedLines = ({ blocked }: Pick<Hop, "blocked">): ReadonlyArray<string> => {
  if (blocked === undefined) return []
  const { address, use } = blocked
  const network = `${address}/${address.includes(":") ? 128 : 32}`
  return [`       ${address}${use === "" ? "" : ` (${use})`}. Use --allow ${network} to check it anyway.`]
}

const hopLines = (hop: Hop, paint: Paint): ReadonlyArray<string> => [
  `  ${hop.statusCode ?? "---"}  ${shown(hop.url)}${hop.address === null ? "" : paint("gray", `  ${hop.address}`)}`,
  `       ${legend(hop.timings, paint)}`,
  ...blockedLines(hop)
]

const daysLeft = ({ daysRemaining, endsFirst, fingerprint256 }: CertificateFacts): string => {
  const end = endsFirst.validTo.slice(0, 10)
  const whose = endsFirst.fingerprint256 === fingerprint256 ? end : `${shown(endsFirst.subject)} ends on ${end}`
  return `${daysRemaining} days left (${whose})`
}

export const certificateLines = (certificate: CertificateFacts, paint: Paint): ReadonlyArray<string> => [
  `  ${certificate.valid ? paint("green", "certificate valid") : paint("red", `certificate: ${certificate.problems.join(", ")}`)}, ${daysLeft(certificate)}`,
  `       ${certificate.protocol}  ${certificate.keyType}${certificate.keyBits === null ? "" : ` ${certificate.keyBits}`}  ${certificate.signatureAlgorithm}`,
  ...certificate.chain.map((link, depth) => `       ${"  ".repeat(depth)}${shown(link.subject)}`)
]

export const expectationLines = (
  expectations: ReadonlyArray<Pick<ExpectationResult, "holds" | "message">>,
  paint: Paint
): ReadonlyArray<string> =>
  expectations.map(
    ({ holds, message }) => `  ${holds ? paint("green", "passed") : paint("red", "failed")}: ${shown(message)}`
  )

type HeadlineFacts = Pick<
  CheckResult,
  "delayed" | "finalUrl" | "message" | "outcome" | "statusCode" | "totalUs" | "verdict"
>

export const headline = (result: HeadlineFacts, paint: Paint = plain): string => {
  const [word, style] = WORDS[result.verdict]
  const facts = [
    paint(style, word),
    shown(result.finalUrl),
    result.statusCode === null ? null : String(result.statusCode),
    result.totalUs === null ? null : millis(result.totalUs),
    result.outcome === "ok" ? null : shown(result.message ?? outcomes[result.outcome].title),
    result.delayed ? paint("yellow", "(this machine was too busy, so the times are not reliable)") : null
  ]
  return facts.filter((fact) => fact !== null).join("  ")
}

/** Returns the line about a content fault of the page, unless the check failed because of this fault. */
const remarkLines = ({ content, outcome }: CheckResult, paint: Paint): ReadonlyArray<string> => {
  const fault = content?.fault ?? null
  if (fault === null || outcome === "content_fault") return []
  const words = fault.line === null ? "" : `: "${shown(fault.line)}"`
  return [`  ${paint("yellow", "remark")}: ${contentFaults[fault.code].title}${words}`]
}

export const report = (result: CheckResult, paint: Paint = plain): string =>
  [
    headline(result, paint),
    `  ${bar(result.timings, paint)}`,
    ...result.hops.flatMap((hop) => hopLines(hop, paint)),
    ...(result.redirect === undefined
      ? []
      : [`  redirects: ${result.redirect.kinds.join(", ")}${result.redirect.permanent ? " (permanent)" : ""}`]),
    ...remarkLines(result, paint),
    ...expectationLines(result.expectations ?? [], paint),
    ...(result.certificate === null ? [] : certificateLines(result.certificate, paint))
  ].join("\n")

const quantile = (sorted: ReadonlyArray<number>, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/**
 * Returns the share of checks whose verdict is up, and quantiles of their durations. Delayed checks are left out of the
 * quantiles.
 */
export const summary = (checks: ReadonlyArray<Pick<CheckResult, "delayed" | "totalUs" | "verdict">>): string => {
  const up = checks.filter(({ verdict }) => verdict === "up").length
  const decided = checks.filter(({ verdict }) => verdict !== "unknown").length
  const times = checks
    .flatMap(({ totalUs, delayed }) => (totalUs === null || delayed ? [] : [totalUs]))
    .sort((a, b) => a - b)
  const share = decided === 0 ? "no verdict" : `${(Math.floor((10_000 * up) / decided) / 100).toFixed(2)} % up`
  const spread = times.length === 0 ? "" : `, p50 ${millis(quantile(times, 0.5))}, p95 ${millis(quantile(times, 0.95))}`
  return `${checks.length} ${checks.length === 1 ? "check" : "checks"}, ${share}${spread}`
}
