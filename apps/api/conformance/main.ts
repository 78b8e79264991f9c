import process from "node:process"
import { parseArgs } from "node:util"
import { runConformance, type Verdict } from "./run.ts"

const usage = `npm run conformance -- --base-url <url> --key <key> [--section <n>]

Holds a running service against the interface, row by row. The key is that of an account's owner; a fresh account of any
plan is best. --section 4.3 asks one section alone. Sends no mail and spends no credits.`

const marks: Record<Verdict["outcome"], string> = { conforms: "ok     ", differs: "DIFFERS", "not judged": "skipped" }

const line = ({ outcome, reason, row }: Verdict): string =>
  `${marks[outcome]} ${row.section.padEnd(5)} ${row.endpoint}: ${row.says}${reason === null ? "" : `\n        ${reason}`}`

const options = { "base-url": { type: "string" }, key: { type: "string" }, section: { type: "string" } } as const

const main = async (): Promise<number> => {
  const { "base-url": baseUrl, key, section } = parseArgs({ options }).values
  if (baseUrl === undefined || key === undefined) {
    console.error(usage)
    return 2
  }
  const verdicts = await runConformance(
    { baseUrl, key },
    (verdict) => console.log(line(verdict)),
    (row) => section === undefined || row.section === section || row.section.startsWith(`${section}.`)
  )
  const count = (outcome: Verdict["outcome"]) => verdicts.filter((verdict) => verdict.outcome === outcome).length
  console.log(
    `\n${count("conforms")} rows conform, ${count("differs")} differ, ${count("not judged")} were not judged.`
  )
  return count("differs") === 0 ? 0 : 1
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  return 2
})
