import type { EmailHealthReport } from "../EmailHealthReport.ts"
import type { Finding } from "../rubric/Finding.ts"
import type { Grade } from "../rubric/Rubric.ts"
import type { ComponentName, Severity } from "../rubric/Rule.ts"
import type { ComponentStatus } from "../rubric/score.ts"
import type { SpfNode } from "../spf/SpfTree.ts"
import type { SpfOutcome } from "../spf/SpfOutcome.ts"
import { type ExtraLine, type ExtraMark, extrasLines } from "./extrasLines.ts"
import { type Paint, SEVERITY_STYLE, shown, type Style } from "./Paint.ts"

const NAMES: Readonly<Record<ComponentName, string>> = {
  mx: "MX",
  spf: "SPF",
  dkim: "DKIM",
  dmarc: "DMARC",
  blacklist: "Blacklists"
}
const PARTS: ReadonlyArray<ComponentName> = ["mx", "spf", "dkim", "dmarc", "blacklist"]
const STATUS: Readonly<Record<ComponentStatus, readonly [mark: string, Style]>> = {
  ok: ["ok  ", "green"],
  warn: ["warn", "yellow"],
  fail: ["FAIL", "red"],
  unknown: ["?   ", "gray"]
}
const EXTRA: Readonly<Record<ExtraMark, readonly [mark: string, Style]>> = { ...STATUS, open: ["-   ", "gray"] }
const GRADE: Readonly<Record<Grade, "green" | "yellow" | "red">> = {
  A: "green",
  B: "green",
  C: "yellow",
  D: "red",
  F: "red"
}
const SHOWN_ALWAYS: ReadonlySet<Severity> = new Set(["critical", "high", "medium", "low"])
const BAR = 20

const bar = (score: number | null, style: Style, paint: Paint): string => {
  const full = Math.round(((score ?? 0) * BAR) / 100)
  return `${paint(style, "#".repeat(full))}${paint("gray", "-".repeat(BAR - full))}`
}

const FACTS: { readonly [Name in ComponentName]: (report: EmailHealthReport) => string } = {
  mx: ({ mx }) =>
    mx.kind === "hosts"
      ? `${mx.hosts.length} ${mx.hosts.length === 1 ? "host" : "hosts"}${mx.provider === null ? "" : `, ${mx.provider}`}`
      : {
          null: "receives no email (null MX)",
          implicit: "no MX",
          none: "no MX",
          nxdomain: "no such domain",
          unknown: ""
        }[mx.kind],
  spf: ({ spf }) =>
    spf.record === null
      ? ""
      : `${spf.record.length > 60 ? `${spf.record.slice(0, 60)}...` : spf.record}  (${spf.lookups}/10 lookups)`,
  dkim: ({ dkim }) =>
    dkim.keys.length === 0
      ? `no key at ${dkim.selectorsProbed} selectors`
      : dkim.keys
          .map(
            ({ selector, keyType, keyBits, status }) =>
              `${selector}: ${keyType === "rsa" ? `RSA ${keyBits ?? "?"}` : (keyType ?? "?")}${status === "valid" ? "" : `, ${status}`}`
          )
          .join("; "),
  dmarc: ({ dmarc }) =>
    dmarc.effectivePolicy === null
      ? ""
      : `${dmarc.effectivePolicy}${dmarc.inheritedFrom === null ? "" : `, from ${dmarc.inheritedFrom}`}`,
  blacklist: ({ blacklist }) =>
    `${blacklist.listings.length} listings, ${new Set(blacklist.checked.filter(({ status }) => status === "clear" || status === "listed").map(({ list }) => list)).size} lists answered`
}

const componentLine = (report: EmailHealthReport, name: ComponentName, paint: Paint): string => {
  const { status, score } = report[name]
  const [mark, style] = STATUS[status]
  return `  ${paint(style, mark)}  ${NAMES[name].padEnd(10)}  ${bar(score, style, paint)}  ${(score === null ? "" : String(score)).padStart(3)}  ${paint("gray", shown(FACTS[name](report)))}`
}

const findingLines = ({ severity, message, reference, fix }: Finding, paint: Paint): ReadonlyArray<string> => [
  `  ${paint(SEVERITY_STYLE[severity], severity.padEnd(8))}  ${shown(message)} ${paint("gray", `[${reference}]`)}`,
  ...(fix === null
    ? []
    : [`            ${paint("green", "publish")} ${shown(fix.host)} ${fix.type} ${shown(fix.value)}`])
]

const extraLine = ({ mark, name, text }: ExtraLine, paint: Paint): string => {
  const [sign, style] = EXTRA[mark]
  return `  ${paint(style, sign)}  ${name.padEnd(10)}  ${paint("gray", shown(text))}`
}

const stepLines = ({ records, steps }: EmailHealthReport, paint: Paint): ReadonlyArray<string> =>
  steps.flatMap(({ records: indexes, text, title }, index) => [
    `  ${`${index + 1}.`.padEnd(3)} ${paint("bold", shown(title))}`,
    ...text.split("\n").map((line) => `      ${shown(line)}`),
    ...indexes
      .flatMap((at) => records[at] ?? [])
      .flatMap(({ host, replaces, type, values }) => [
        ...replaces
          .filter((value) => !values.includes(value))
          .map((value) => `      ${paint("red", "delete")}  ${shown(host)} ${type} ${shown(value)}`),
        ...values.map((value) => `      ${paint("green", "publish")} ${shown(host)} ${type} ${shown(value)}`)
      ])
  ])

const treeLines = (node: SpfNode, paint: Paint, depth = 0): ReadonlyArray<string> => [
  `  ${"  ".repeat(depth)}${shown(node.via ?? node.domain)} ${paint("gray", `${node.lookups} ${node.lookups === 1 ? "lookup" : "lookups"}${node.status === "ok" ? "" : `, ${node.status}`}`)}`,
  ...node.terms
    .filter(({ void: empty }) => empty[4])
    .map(({ text }) => `  ${"  ".repeat(depth + 1)}${shown(text)} ${paint("yellow", "no records")}`),
  ...node.children.flatMap((child) => treeLines(child, paint, depth + 1))
]

export interface CardOptions {
  readonly paint: Paint
  readonly tree: boolean
  readonly spf: { readonly ip: string; readonly outcome: SpfOutcome } | null
}

export const reportCard = (report: EmailHealthReport, { paint, tree, spf }: CardOptions): string => {
  const { domain, score, grade, incomplete, parked, findings } = report
  const head =
    grade === null
      ? paint("gray", "unknown: no answer from DNS")
      : `${paint(["bold", GRADE[grade]], grade)}  ${score}/100${incomplete ? paint("yellow", "  incomplete") : ""}${parked ? paint("gray", "  parked") : ""}`
  const visible = findings.filter(({ severity, component }) => SHOWN_ALWAYS.has(severity) || component !== "extras")
  return [
    `${paint("bold", domain)}  ${head}`,
    "",
    ...PARTS.map((name) => componentLine(report, name, paint)),
    "",
    ...extrasLines(report).map((line) => extraLine(line, paint)),
    ...(visible.length === 0 ? [] : ["", ...visible.flatMap((finding) => findingLines(finding, paint))]),
    ...(report.steps.length === 0 ? [] : ["", `  ${paint("bold", "What to do")}`, ...stepLines(report, paint)]),
    ...(tree ? ["", ...treeLines(report.spf.tree, paint)] : []),
    ...(spf === null
      ? []
      : [
          "",
          `  SPF for mail from ${spf.ip}: ${paint(spf.outcome.result === "pass" ? "green" : "yellow", spf.outcome.result)}${spf.outcome.term === null ? "" : ` by ${shown(spf.outcome.term)}`}`
        ])
  ].join("\n")
}
