// Packs every public package, installs the tarballs in an empty folder, imports every door from ESM and from CommonJS, and
// checks that each door's declarations type-check there. Prints one line per package.
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const work = mkdtempSync(join(tmpdir(), "mon-pack-"))
const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], shell: process.platform === "win32" })

const packages = readdirSync(join(root, "packages"))
  .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(join(root, "packages", folder, "package.json"), "utf8")) }))
  .filter(({ manifest }) => !manifest.private)

/** The importable doors of a package: "@mon/dns", "@mon/dns/effect", ... */
const doors = ({ exports, name }) =>
  Object.entries(exports).filter(([, target]) => typeof target === "object" && target.default.endsWith(".js")).map(([door]) => name + door.slice(1))

const check = (name, i) => `if (Object.keys(m${i}).length === 0) throw new Error("${name} exports nothing")`

try {
  const dependencies = {}
  const lines = []
  for (const { folder, manifest } of packages) {
    const packed = Object.values(JSON.parse(
      run("npm", ["pack", "--json", "--loglevel=error", "--pack-destination", work], join(root, "packages", folder))
    ))[0]
    dependencies[manifest.name] = `file:${join(work, packed.filename.replace("@", "").replace("/", "-"))}`
    lines.push([manifest.name, `${packed.entryCount} files`, `${(packed.size / 1024).toFixed(0)} KiB packed`, `${doors(manifest).length} doors`])
    for (const [name, range] of Object.entries(manifest.peerDependencies ?? {})) dependencies[name] ??= range
  }
  const all = packages.flatMap(({ manifest }) => doors(manifest))
  const typescript = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).devDependencies.typescript
  writeFileSync(join(work, "package.json"), JSON.stringify({
    name: "smoke", private: true, type: "module", dependencies: { ...dependencies, typescript, "@types/node": "24" }
  }, null, 2))
  run("npm", ["install", "--loglevel=error", "--no-audit", "--no-fund", "--ignore-scripts"], work)
  writeFileSync(join(work, "esm.mjs"), all.map((name, i) => `import * as m${i} from "${name}"\n${check(name, i)}`).join("\n"))
  writeFileSync(join(work, "cjs.cjs"), all.map((name, i) => `const m${i} = require("${name}")\n${check(name, i)}`).join("\n"))
  writeFileSync(join(work, "doors.ts"), all.map((name, i) => `export * as m${i} from "${name}"`).join("\n"))
  run("node", ["esm.mjs"], work)
  run("node", ["cjs.cjs"], work)
  run("npx", ["tsc", "--noEmit", "--strict", "--module", "nodenext", "--target", "es2024", "--lib", "es2024,dom", "--types", "node", "--skipLibCheck", "doors.ts"], work)
  for (const line of lines) console.log(line.join(", "))
  console.log(`${packages.length} packages, ${all.length} doors: install, import from ESM and CommonJS, and type-check on ${process.version}.`)
} finally {
  rmSync(work, { recursive: true, force: true })
}
