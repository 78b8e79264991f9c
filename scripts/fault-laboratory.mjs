// Measures how well the service diagnoses the faults of @mon/diagnosis, and writes the figures into the README of that
// package.
import { command, CommandError, ExitCode, flag, optional, runProcess, text } from "@mon/bundled/command-line"
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const readme = join(root, "packages/diagnosis/README.md")
const TEST = "test/diagnoses/fault-laboratory.long.test.ts"

const percent = (part, whole) => (whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)} %`)

const isFirst = ({ causes, class: name, result }) => result === "known" && causes[0] === name
const isThird = ({ causes, class: name }) => (causes ?? []).slice(0, 3).includes(name)

const WORDS = new Set(["not known", "no incident", "false alarm"])
const wordFor = (failed) => (WORDS.has(failed) ? failed : "no incident")

/** Returns the number of times that each wrong diagnosis was given, the most frequent first. */
const insteadOf = (faults) => {
  const counts = new Map()
  for (const one of faults.filter((fault) => !isFirst(fault))) {
    const answer = one.failed !== undefined ? wordFor(one.failed) : one.result === "known" ? one.causes[0] : "not known"
    counts.set(answer, (counts.get(answer) ?? 0) + 1)
  }
  return [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .map(([answer, count]) => `${WORDS.has(answer) ? answer : `\`${answer}\``} ${count}`)
    .join(", ")
}

const isHarmless = ({ harmless }) => harmless === true
/** Returns whether a fault was built and should have raised an alarm. */
const isBuilt = (fault) => fault.unbuilt === undefined && !isHarmless(fault)

const summary = (kind, all) => {
  const built = all.filter(isBuilt)
  const [first, third] = [built.filter(isFirst).length, built.filter(isThird).length]
  return [
    `| ${kind} | ${all.length} | ${all.filter(isHarmless).length} | ${built.length} | ${first} | ${percent(first, built.length)} | ${percent(first, all.length)} | ${percent(third, built.length)} |`
  ]
}

const HEAD = [
  "| Faults | Planned | Rightly no alarm | Alarm | True cause first | Share of alarms | Share of planned | Among the first three, share of alarms |",
  "|---|---|---|---|---|---|---|---|"
]

const tableOf = (all) => {
  const names = [...new Set(all.map((fault) => fault.class))]
  const rows = names.map((name) => {
    const own = all.filter((fault) => fault.class === name)
    const built = own.filter(isBuilt)
    const reasons = [...new Set(own.flatMap(({ unbuilt }) => unbuilt ?? []))].join("; ")
    return `| \`${name}\` | ${own.length} | ${own.filter(isHarmless).length} | ${built.length} | ${built.filter(isFirst).length} | ${insteadOf(built)} | ${reasons} |`
  })
  return [
    "| Class | Planned | Rightly no alarm | Alarm | First | Instead | Not built, because |",
    "|---|---|---|---|---|---|---|",
    ...rows
  ]
}

const between = (page, name, lines) => {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`]
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from === -1 || to === -1) throw new CommandError(`${readme} has no part ${name}.`)
  return `${page.slice(0, from + begin.length)}\n${lines.join("\n")}\n${page.slice(to)}`
}

const write = (all, reserved) => {
  const kind = reserved ? "200 reserved" : "800 others"
  const changed = between(readFileSync(readme, "utf8"), reserved ? "reserved faults" : "open faults", [
    "",
    ...HEAD,
    ...summary(kind, all),
    "",
    ...(reserved ? [] : [...tableOf(all), ""])
  ])
  writeFileSync(readme, changed)
  console.log([...HEAD, ...summary(kind, all)].join("\n"))
  const alerted = all.filter((fault) => fault.alerted === true).length
  console.log(
    `${alerted} of ${all.filter((fault) => fault.alerted !== undefined).length} faults of email raised an alert.`
  )
  return ExitCode.ok
}

const measure = command({
  name: "npm run faults --",
  description:
    "Builds the faults of @mon/diagnosis on loopback, reads what a real worker stores of them, and writes the figures into the README of the package. Needs Linux and the right to listen on port 25. Takes 5 minutes.",
  options: {
    reserved: flag(
      "Measure the 200 reserved faults instead of the 800 others: only once, after the last change of a rule"
    ),
    report: optional(
      text("file", "the path of a report"),
      "Write the figures of this report instead of measuring. MON_FAULTS_REPORT names the file that a measurement writes"
    )
  },
  arguments: {},
  exitCodes: {
    ok: "The figures are written",
    finding: "The laboratory could not measure all faults",
    couldNot: "The README has no place for the figures"
  },
  run: async ({ report: earlier, reserved }) => {
    if (earlier !== null) return write(JSON.parse(readFileSync(earlier, "utf8")), reserved)
    const folder = mkdtempSync(join(tmpdir(), "mon-faults-"))
    try {
      const report = process.env.MON_FAULTS_REPORT ?? join(folder, "report.json")
      const env = {
        ...process.env,
        MON_LONG_TESTS: "1",
        MON_FAULTS: reserved ? "reserved" : "open",
        MON_FAULTS_REPORT: report
      }
      const { status } = spawnSync("npx", ["vitest", "run", TEST], {
        cwd: join(root, "apps/worker"),
        env,
        stdio: "inherit"
      })
      if (status !== 0) return ExitCode.finding
      return write(JSON.parse(readFileSync(report, "utf8")), reserved)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
})

await runProcess(measure, new URL("../package.json", import.meta.url))
