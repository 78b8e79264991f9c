// Publishes a snapshot of every package with a changeset under the tag "canary": 0.3.0-canary-<commit>. Works in a
// copy, so the versions in this repository do not change. Needs `npm run build` and, to publish, npm's credentials in
// the environment.
import { command, ExitCode, flag, runProcess } from "@mon/bundled/command-line"
import { execFileSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const isWindows = process.platform === "win32"
const run = (program, args, cwd, stdio = "pipe") =>
  execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", stdio, "inherit"], shell: isWindows })
const manifestOf = (...path) => JSON.parse(readFileSync(join(...path, "package.json"), "utf8"))

const canary = command({
  name: "npm run release:canary --",
  description: "Publishes a snapshot of every package that has a changeset under the tag canary. Needs a build.",
  options: { "dry-run": flag("Print what would be published, and publish nothing") },
  arguments: {},
  exitCodes: { ok: "Everything was published", couldNot: "Not everything could be published" },
  run: ({ "dry-run": isDry }, { out }) => {
    const copy = mkdtempSync(join(tmpdir(), "mon-canary-"))
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
        out(`${name}@${version}${isDry ? " (not published: --dry-run)" : ""}\n`)
        published += 1
      }
      out(
        published === 0
          ? "There is no changeset: nothing to publish.\n"
          : `${published} packages under the tag canary.\n`
      )
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
    return ExitCode.ok
  }
})
await runProcess(canary, new URL("../package.json", import.meta.url))
