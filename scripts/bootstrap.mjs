// Runs before `npm start` and `npm test`, on Node 18 or later and without dependencies. Installs what package-lock.json
// lists, unless node_modules already matches it. Then writes the sources that are not committed.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stampFile = join(root, "node_modules", ".mon-install")
const wanted = readFileSync(join(root, ".node-version"), "utf8").trim()
const localNode = join(root, "node_modules", ".bin", process.platform === "win32" ? "node.cmd" : "node")

const manifests = () => {
  const files = ["package-lock.json", "package.json", ".npmrc", ".node-version"]
  for (const folder of ["packages", "apps", "."]) {
    if (!existsSync(join(root, folder))) continue
    for (const name of readdirSync(join(root, folder)).sort()) {
      const file = join(folder, name, "package.json")
      if (existsSync(join(root, file))) files.push(file)
    }
  }
  return files
}

// Returns only the fields that determine what npm installs, so that editing a script does not cause a new installation.
const relevant = (file) => {
  const text = readFileSync(join(root, file), "utf8")
  if (!file.endsWith("package.json")) return text
  const json = JSON.parse(text)
  return JSON.stringify([
    json.name,
    json.version,
    json.bin,
    json.workspaces,
    json.allowScripts,
    json.overrides,
    json.dependencies,
    json.devDependencies,
    json.optionalDependencies,
    json.peerDependencies,
    json.peerDependenciesMeta
  ])
}

const fingerprint = () => {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}\n`)
  for (const file of manifests()) hash.update(`${file}\n${relevant(file)}\n`)
  return hash.digest("hex")
}

const nodeIs = () => {
  const run = spawnSync(localNode, ["-p", "process.versions.node"], {
    encoding: "utf8",
    shell: process.platform === "win32"
  })
  return run.status === 0 ? run.stdout.trim() : ""
}

const upToDate = () => {
  try {
    return readFileSync(stampFile, "utf8") === fingerprint() && nodeIs() === wanted
  } catch {
    return false
  }
}

const npm = (args, node = process.execPath) => {
  // npm_execpath is the npm that runs this script. The first npm in the PATH may be a different one.
  const cli = process.env["npm_execpath"]
  const env = {
    ...process.env,
    npm_config_fund: "false",
    npm_config_audit: "false",
    npm_config_update_notifier: "false",
    PATH: [dirname(node), process.env["PATH"]].join(delimiter)
  }
  // With NODE_ENV=production or `npm --omit=dev`, the development tools would not be installed.
  delete env["NODE_ENV"]
  delete env["npm_config_omit"]
  delete env["npm_config_production"]
  const options = { cwd: root, env, stdio: ["ignore", "inherit", "inherit"] }
  return cli && /\.c?js$/.test(cli)
    ? spawnSync(node, [cli, ...args], options)
    : spawnSync("npm", args, { ...options, shell: process.platform === "win32" })
}

if (!upToDate()) {
  rmSync(stampFile, { force: true })
  console.log("Installing the dependencies from package-lock.json …")
  // --ignore-scripts: no package needs its install script (the one of esbuild only saves a millisecond).
  // --engine-strict=false and --loglevel=error: the installer runs on the system's Node, but the tools run on the
  // pinned Node.
  const flags = [
    "--include=dev",
    "--include=optional",
    "--ignore-scripts",
    "--engine-strict=false",
    "--loglevel=error",
    "--no-progress"
  ]
  const run = npm(["ci", ...flags])
  if (run.status !== 0) {
    console.error("npm ci failed: see above. Nothing else was done.")
    process.exit(run.status ?? 1)
  }
  const got = nodeIs()
  if (got !== wanted) {
    console.error(
      `The local Node is '${got || "missing"}', wanted ${wanted}: see optionalDependencies in package.json for the platforms that have one.`
    )
    process.exit(1)
  }
  // npm leaves out optional packages that are not compatible with the Node version that runs npm, such as the browser
  // on Node 20.
  if (process.versions.node !== wanted && npm(["install", "--no-save", ...flags], localNode).status !== 0)
    console.warn("Some optional packages could not be installed. Mon runs without them.")
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, fingerprint())
}

// Does the same as the script "postinstall", for sources that have changed since the installation.
const written = spawnSync(localNode, ["--conditions=@mon/source", "packages/api-contract/scripts/write-openapi.mjs"], {
  cwd: root,
  stdio: ["ignore", "inherit", "inherit"],
  shell: process.platform === "win32"
})
process.exitCode = written.status ?? 1
