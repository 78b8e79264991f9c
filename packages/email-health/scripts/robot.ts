// Repairs generated broken domains blindly, checks them again, and prints what happened.
// npm run robot -- [domains, default 1,000] [first seed, default 1] [memory, for a zone in memory]
import process from "node:process"
import { checkInMemory, startLoopbackCheck } from "../test/robot/checks.ts"
import { type Complaint, MODES, runRobot } from "../test/robot/robot.ts"

const [count = "1000", first = "1", place = "loopback"] = process.argv.slice(2)
const [domains, start] = [Number(count), Number(first)]
if (
  !Number.isSafeInteger(domains) ||
  domains < 1 ||
  !Number.isSafeInteger(start) ||
  !["loopback", "memory"].includes(place)
) {
  process.stderr.write("Usage: npm run robot -- [domains] [first seed] [loopback|memory]\n")
  process.exit(64)
}

const { check, close } =
  place === "memory" ? { check: checkInMemory, close: () => Promise.resolve() } : await startLoopbackCheck()
const complaints: Array<Complaint> = []
const rows = []
for (const mode of MODES) {
  const sum = { steps: 0, records: 0, promised: 0, cleared: 0, before: 0, after: 0, worse: 0 }
  for (let seed = start; seed < start + domains; seed++) {
    const result = await runRobot(seed, mode, check)
    sum.steps += result.steps
    sum.records += result.records
    sum.promised += result.promised
    sum.cleared += result.cleared
    sum.before += result.before
    sum.after += result.after
    if (result.complaints.length > 0) sum.worse++
    complaints.push(...result.complaints)
    for (const complaint of result.complaints) process.stdout.write(`${JSON.stringify(complaint)}\n`)
  }
  rows.push({
    mode: `${mode.stepwise ? "step by step" : "all at once"}${mode.reviewed ? ", reports reviewed" : ""}`,
    domains,
    steps: sum.steps,
    records: sum.records,
    "findings cleared": `${sum.cleared} of ${sum.promised}`,
    "mean score before": Math.round(sum.before / domains),
    "mean score after": Math.round(sum.after / domains),
    worse: sum.worse
  })
}
await close()
process.stdout.write(`| ${Object.keys(rows[0] ?? {}).join(" | ")} |\n`)
for (const row of rows) process.stdout.write(`| ${Object.values(row).join(" | ")} |\n`)
process.exitCode = complaints.length > 0 ? 1 : 0
