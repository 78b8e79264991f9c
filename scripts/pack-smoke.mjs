// Packs every public package, installs the tarballs in an empty folder, and imports each from ESM and from CommonJS.
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const root = new URL("..", import.meta.url).pathname
const work = mkdtempSync(join(tmpdir(), "mon-pack-"))
const run = (command, args, cwd) => execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], shell: process.platform === "win32" })
try {
  const names = []
  const dependencies = {}
  for (const folder of readdirSync(join(root, "packages"))) {
    const manifest = JSON.parse(readFileSync(join(root, "packages", folder, "package.json"), "utf8"))
    if (manifest.private) continue
    const [packed] = Object.values(JSON.parse(run("npm", ["pack", "--json", "--loglevel=error", "--pack-destination", work], join(root, "packages", folder))))
    names.push(manifest.name)
    dependencies[manifest.name] = `file:${join(work, packed.filename.replace("@", "").replace("/", "-"))}`
    console.log(`${manifest.name}: ${packed.entryCount} files, ${packed.size} bytes packed`)
    for (const [name, range] of Object.entries({ ...manifest.peerDependencies })) dependencies[name] ??= range
  }
  writeFileSync(join(work, "package.json"), JSON.stringify({ name: "smoke", private: true, type: "module", dependencies }, null, 2))
  run("npm", ["install", "--loglevel=error", "--no-audit", "--no-fund"], work)
  writeFileSync(join(work, "esm.mjs"), names.map((name, i) => `import * as m${i} from ${JSON.stringify(name)}\nif (Object.keys(m${i}).length === 0) throw new Error("empty ${name}")`).join("\n"))
  writeFileSync(join(work, "cjs.cjs"), names.map((name) => `if (Object.keys(require(${JSON.stringify(name)})).length === 0) throw new Error("empty ${name}")`).join("\n"))
  run("node", ["esm.mjs"], work)
  run("node", ["cjs.cjs"], work)
  console.log(`${names.length} packages install and import from ESM and CommonJS on ${process.version}.`)
} finally {
  rmSync(work, { recursive: true, force: true })
}
