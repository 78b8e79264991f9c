// Publishes a snapshot of what has changesets under the tag "canary": 0.3.0-canary-<commit>, to be tried before a release.
//   node scripts/canary.mjs --dry-run   shows what would be published
// Works in a copy: versions here stay. Needs `npm run build` and, to publish, npm's credentials in the environment.
import { execFileSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const isDry = process.argv.includes("--dry-run")
const isWindows = process.platform === "win32"
const copy = mkdtempSync(join(tmpdir(), "mon-canary-"))
const run = (command, args, cwd, stdio = "pipe") =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", stdio, "inherit"], shell: isWindows })
const manifestOf = (...path) => JSON.parse(readFileSync(join(...path, "package.json"), "utf8"))

try {
  run("git", ["clone", "--quiet", "--no-hardlinks", root, copy], root)
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), isWindows ? "junction" : "dir")
  run(join(root, "node_modules", ".bin", "changeset"), ["version", "--snapshot", "canary"], copy)
  let published = 0
  for (const folder of readdirSync(join(root, "packages"))) {
    const before = manifestOf(root, "packages", folder)
    const { name, version } = manifestOf(copy, "packages", folder)
    if (before.private || version === before.version) continue
    cpSync(join(root, "packages", folder, "dist"), join(copy, "packages", folder, "dist"), { recursive: true })
    const dry = isDry ? ["--dry-run", "--offline"] : ["--provenance"]
    run(
      "npm",
      ["publish", "--tag", "canary", "--access", "public", "--ignore-scripts", "--loglevel=error", ...dry],
      join(copy, "packages", folder)
    )
    console.log(`${name}@${version}${isDry ? " (not published: --dry-run)" : ""}`)
    published += 1
  }
  console.log(
    published === 0 ? "There is no changeset: nothing to publish." : `${published} packages under the tag canary.`
  )
} finally {
  rmSync(copy, { recursive: true, force: true })
}
