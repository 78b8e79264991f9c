// Checks rules for files that the linter does not have. Refuses file names that say nothing, files that are too long
// (including SQL, scripts and configuration), and comments that are too wide, which the formatter does not change.
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"

const LONGEST = 500
const WIDEST = 120
const VAGUE_NAMES = /(^|\/)(utils?|helpers?|common|misc|types|interfaces|tools|shared)(\.[a-z]+|\/)/u
const CODE = /\.(ts|tsx|mts|mjs|js|sql|css)$/u
/** The files that commands generate, whose length cannot be chosen. */
const WRITTEN = new Set(["packages/core-store/schema.sql"])
const WITH_COMMENTS = /\.(ts|tsx|mts|mjs)$/u

/**
 * Returns the numbers of the comment lines that are wider than allowed. The code of an @example and a single long word
 * may be wider.
 */
const wideComments = (lines) => {
  let isInside = false
  let isExample = false
  return lines.flatMap((line, index) => {
    const text = line.trim()
    const isComment = isInside ? text.startsWith("*") : /^\/[/*]/u.test(text)
    if (!isInside && text.startsWith("/*")) {
      isInside = true
      isExample = false
    }
    if (text.startsWith("* @")) isExample = text.startsWith("* @example")
    if (isInside && text.endsWith("*/")) isInside = false
    const canWrap = !isExample && text.split(/\s+/u).length > 2
    return isComment && canWrap && line.length > WIDEST ? [index + 1] : []
  })
}

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && existsSync(file))
const errors = []
for (const file of files) {
  if (VAGUE_NAMES.test(file)) errors.push(`${file}: a name that says nothing; name the file after its subject.`)
  if (!CODE.test(file)) continue
  const lines = readFileSync(file, "utf8").split("\n")
  const count = lines.length - 1
  if (count > LONGEST && !WRITTEN.has(file))
    errors.push(`${file}: ${count} lines, at most ${LONGEST}; split it by subject.`)
  if (!WITH_COMMENTS.test(file)) continue
  for (const line of wideComments(lines)) errors.push(`${file}:${line}: a comment wider than ${WIDEST} columns.`)
}
for (const error of errors) console.error(error)
console.log(`${files.length} files checked, ${errors.length} errors.`)
process.exit(errors.length === 0 ? 0 : 1)
