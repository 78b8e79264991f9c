import { readFileSync, writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import type { Performed } from "./Browsing.ts"

const PAGE = fileURLToPath(new URL("../../../../docs/dashboard.md", import.meta.url))
const BEGIN = "<!-- tasks: begin -->"
const END = "<!-- tasks: end -->"

const numberOf = ({ task }: Performed): number => Number.parseInt(task, 10)

/** Returns a Markdown table with one line for each task. The name of a task begins with its number. */
export const tableOf = (performed: ReadonlyArray<Performed>): string =>
  [
    "| Test | Steps | Seconds |",
    "|---|---|---|",
    ...performed
      .toSorted((one, other) => numberOf(one) - numberOf(other))
      .map(({ seconds, steps, task }) => `| ${task} | ${steps} | ${seconds.toFixed(1)} |`)
  ].join("\n")

export const writeTaskTable = (performed: ReadonlyArray<Performed>): void => {
  const page = readFileSync(PAGE, "utf8")
  const [before, rest] = page.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined) throw new Error(`${PAGE} has no place for the table.`)
  const measured = `Measured on ${new Date().toISOString().slice(0, 10)} with ${availableParallelism()} cores.`
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${measured}\n\n${tableOf(performed)}\n\n${END}${after}`)
}
