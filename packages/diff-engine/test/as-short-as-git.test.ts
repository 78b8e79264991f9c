import { fileURLToPath } from "node:url"
import { spawnSync } from "node:child_process"
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { diffLines, diffText, renderUnified } from "../src/index.ts"

const ROOT = fileURLToPath(new URL("../../../", import.meta.url))
const MOST_BYTES = 400_000
const MOST_FILES = 60
/** The maximum number of changed lines, as a multiple of the changed lines in git's shortest script. */
const LONGER_AT_MOST = 1.02

/** Packages that may be installed in two versions. The test skips a pair that is not installed. */
const PAIRS = [
  ["node_modules/cheerio/node_modules/parse5/dist", "packages/diff-engine/node_modules/parse5/dist"],
  ["node_modules/parse5/lib", "node_modules/parse5-htmlparser2-tree-adapter/node_modules/parse5/lib"],
  ["node_modules/cheerio/node_modules/entities", "node_modules/entities"],
  ["node_modules/cheerio/node_modules/htmlparser2", "node_modules/htmlparser2"],
  ["node_modules/cheerio/node_modules/undici/lib", "node_modules/undici/lib"],
  ["node_modules/cheerio-select/node_modules/css-select", "node_modules/css-select"],
  ["node_modules/iconv-lite", "node_modules/encoding-sniffer/node_modules/iconv-lite"],
  ["node_modules/mailauth/node_modules/nodemailer", "node_modules/nodemailer"],
  ["node_modules/mailauth/node_modules/tldts", "node_modules/tldts"]
] as const

const files = PAIRS.flatMap(([before, after]) =>
  globSync("**/*.{js,mjs,ts,md,json}", { cwd: join(ROOT, before) })
    .filter((file) => !file.includes("node_modules"))
    .map((file) => [join(ROOT, before, file), join(ROOT, after, file)] as const)
    .filter(([, other]) => existsSync(other))
)
  .map(([before, after]) => ({ before, after, old: readFileSync(before, "utf8"), next: readFileSync(after, "utf8") }))
  .filter(
    ({ next, old }) =>
      old !== next &&
      old.length < MOST_BYTES &&
      next.length < MOST_BYTES &&
      !/\r/u.test(old + next) &&
      old.endsWith("\n") &&
      next.endsWith("\n")
  )
  .toSorted((a, b) => b.old.length - a.old.length)
  .slice(0, MOST_FILES)

const git = (args: ReadonlyArray<string>, input = "") =>
  spawnSync("git", args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024, input })
const hasGit = git(["--version"]).status === 0

const linesOf = (text: string): Array<string> => text.slice(0, -1).split("\n")

const gitEdits = (before: string, after: string): number => {
  const [added, removed] = git(["diff", "--no-index", "--minimal", "--numstat", before, after]).stdout.split("\t")
  return Number(added) + Number(removed)
}

const skipped = !hasGit
  ? ", skipped: there is no git"
  : files.length === 0
    ? ", skipped: no package is installed in two versions"
    : ""

describe(`beside git diff --minimal${skipped}`, () => {
  it.runIf(hasGit && files.length > 0)(
    `the scripts of ${files.length} files of packages in two versions are as short, give or take two in a hundred`,
    () => {
      let ours = 0
      let theirs = 0
      for (const { after, before, next, old } of files) {
        const { edits } = diffLines(linesOf(old), linesOf(next))
        const own = edits.reduce(
          (sum, { newEnd, newStart, oldEnd, oldStart }) => sum + oldEnd - oldStart + newEnd - newStart,
          0
        )
        const least = gitEdits(before, after)
        expect(own, before).toBeLessThanOrEqual(Math.max(least + 2, least * LONGER_AT_MOST))
        ours += own
        theirs += least
      }
      expect(theirs).toBeGreaterThan(0)
      expect(ours / theirs).toBeLessThanOrEqual(LONGER_AT_MOST)
    }
  )

  it.runIf(hasGit && files.length > 0)("git apply takes the unified diff", () => {
    const { next, old } = files.find(({ old: text }) => text.length < 20_000) ?? files.at(-1) ?? { next: "", old: "" }
    const patch = renderUnified(diffText(old, next, { hunkLines: Number.MAX_SAFE_INTEGER }), "a/file", "b/file")
    const stat = git(["apply", "--numstat", "-"], patch)
    expect(stat.stderr).toBe("")
    const { addedLines, removedLines } = diffText(old, next)
    expect(stat.stdout.trim().split(/[\t/]/u)).toEqual(
      expect.arrayContaining([String(addedLines), String(removedLines), "file"])
    )
  })
})
