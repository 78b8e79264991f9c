// Writes the turbo tasks for the short forms of the benchmarks, and the npm scripts that the tasks run.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { benchTasks } from "./bench-inputs.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const write = (file, content) => writeFileSync(join(root, file), `${JSON.stringify(content, null, 2)}\n`)

const tasks = await benchTasks(root)
const names = Object.keys(tasks)
write("bench/turbo.json", { extends: ["//"], tasks: { benches: { dependsOn: names }, ...tasks } })

const manifest = JSON.parse(readFileSync(join(root, "bench/package.json"), "utf8"))
const scripts = Object.entries(manifest.scripts).filter(([name]) => !name.startsWith("bench:"))
const benches = names.map((name) => [name, `node ../scripts/proofs.mjs ${name}`])
write("bench/package.json", { ...manifest, scripts: Object.fromEntries([...scripts, ...benches]) })
