// Updates the lists of disposable domains: installs the newest version of each package that contains a list, builds the
// table, and writes a changeset. The argument is the file to which the added and removed rules are written, in
// Markdown. Fails if too many rules would be removed. Run it with `npm run update-list -- FILE`.
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"

const [summary] = process.argv.slice(2)
if (summary === undefined) {
  console.error("Usage: npm run update-list -- FILE")
  process.exit(64)
}

const root = fileURLToPath(new URL("../../..", import.meta.url))
const builder = join(root, "packages/disposable-check/builder/main.ts")
const folder = mkdtempSync(join(tmpdir(), "mon-disposable-list-"))

const npm = (...args) =>
  execFileSync("npm", args, { cwd: root, stdio: ["ignore", "ignore", "inherit"], shell: process.platform === "win32" })
const build = (...args) =>
  execFileSync(process.execPath, [builder, ...args], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "inherit"]
  })

const rulesOf = (name) => {
  const file = join(folder, name)
  writeFileSync(file, build("rules"))
  return file
}

const before = rulesOf("before.txt")
const newest = build("packages")
  .trim()
  .split("\n")
  .map((name) => `${name}@latest`)
npm("install", "--workspace", "@mon/disposable-check", "--save-dev", "--save-exact", ...newest)
npm("run", "relock")
build("write")
writeFileSync(summary, build("changes", before, rulesOf("after.txt")))
rmSync(folder, { recursive: true })
