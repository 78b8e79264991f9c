import type { Machine } from "./Machine.ts"
import { figure, isMet, type Target } from "./Report.ts"

/** The targets of one run of a benchmark. */
export interface MeasuredTargets {
  readonly benchmark: string
  readonly startedAt: string
  readonly machine: Pick<Machine, "commit" | "load">
  readonly targets: ReadonlyArray<Target>
}

const BEGIN = "<!-- Written by `npm run bench -- <benchmark> --write`. -->"
const END = "<!-- End of the written table. -->"
const HEAD = [
  "| Benchmark | Target | Limit | Measured | Met? | Commit | Day | Load |",
  "|---|---|---|---|---|---|---|---|"
]

const cell = (text: string): string => text.replaceAll("|", "\\|").replace(/,\s*$/u, "")

const verdict = (target: Target): string => {
  const met = isMet(target)
  if (met === null) return "not measured"
  return met ? "yes" : target.stretch === true ? "no (stretch target)" : "**no**"
}

const rowOf = ({ benchmark, machine, startedAt }: MeasuredTargets, target: Target): string => {
  const { limit, name, sense, unit, value } = target
  const cells = [
    `\`${benchmark}\``,
    cell(name),
    `${sense} ${figure(limit)}${unit}`,
    value === null ? "-" : `${figure(value)}${unit}`,
    verdict(target),
    `\`${machine.commit}\``,
    startedAt.slice(0, 10),
    figure(machine.load)
  ]
  return `| ${cells.join(" | ")} |`
}

const nameOf = (row: string): string => row.split("`", 2)[1] ?? ""

/**
 * Replaces the rows of one benchmark in the written table of a README. Keeps the rows of the other benchmarks, in the
 * order of their names. Throws an error if the README has no such table.
 */
export const withTargets = (readme: string, measured: MeasuredTargets): string => {
  const [from, to] = [readme.indexOf(BEGIN), readme.indexOf(END)]
  if (from === -1 || to < from) throw new Error(`The README has no table between “${BEGIN}” and “${END}”.`)
  const start = `| \`${measured.benchmark}\` |`
  const others = readme
    .slice(from, to)
    .split("\n")
    .filter((line) => line.startsWith("| `") && !line.startsWith(start))
  const rows = [...others, ...measured.targets.map((target) => rowOf(measured, target))]
  const sorted = rows.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), "en"))
  return `${readme.slice(0, from)}${[BEGIN, "", ...HEAD, ...sorted, "", ""].join("\n")}${readme.slice(to)}`
}
