// House rules that no linter knows: names that say nothing, and files that grew too long (SQL, scripts and configuration too).
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"

const longest = 400
const drawers = /(^|\/)(utils?|helpers?|common|misc|types|interfaces|tools|shared)(\.[a-z]+|\/)/u
const code = /\.(ts|tsx|mts|mjs|js|sql|css)$/u

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && existsSync(file))
const faults = []
for (const file of files) {
  if (drawers.test(file)) faults.push(`${file}: a name that says nothing; name the file after what it is about.`)
  if (!code.test(file)) continue
  const lines = readFileSync(file, "utf8").split("\n").length - 1
  if (lines > longest) faults.push(`${file}: ${lines} lines, at most ${longest}; split it by verb or concept.`)
}
for (const fault of faults) console.error(fault)
console.log(`${files.length} files checked, ${faults.length} faults.`)
process.exit(faults.length === 0 ? 0 : 1)
