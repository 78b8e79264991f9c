// The runtimes that consumers use: several versions of Node, Bun, Deno and workerd. npm provides them. A runtime that
// npm cannot provide on this machine is not tested, and the output says so.
import { execFile, execFileSync } from "node:child_process"
import { promisify } from "node:util"

const isWindows = process.platform === "win32"

/**
 * The versions of Node that are the oldest supported version of some package, in ascending order. The pinned version is
 * not in this list.
 */
export const NODE_VERSIONS = ["20.19.0", "22.19.0"]

const TIMEOUT_MS = 300_000

/** Returns the path of a program that npm provides. `command` with the arguments `ask` prints this path. */
const provided = (packageName, command, ...ask) => {
  const output = execFileSync(
    "npx",
    ["--yes", "--prefer-offline", "--loglevel=error", "--package", packageName, "--", command, ...ask],
    { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], timeout: TIMEOUT_MS, shell: isWindows }
  )
  return output.trim()
}

const found = (name, find) => {
  try {
    return [find()]
  } catch {
    console.log(`${name} is not available here: not tested.`)
    return []
  }
}

const node = (version) => {
  const path = provided(`node-${process.platform}-${process.arch}@${version}`, "node", "-p", "process.execPath")
  const actual = execFileSync(path, ["-p", "process.versions.node"], { encoding: "utf8" }).trim()
  if (actual !== version) throw new Error(`npm provides Node ${actual}`)
  return { name: `Node ${version}`, version, path, args: [] }
}

/** Returns the versions of Node to test, in ascending order. The pinned version comes last. */
export const nodes = () => [
  ...NODE_VERSIONS.flatMap((version) => found(`Node ${version}`, () => node(version))),
  { name: `Node ${process.versions.node}`, version: process.versions.node, path: process.execPath, args: [] }
]

/** The versions with which the consumer tests have passed. */
const BUN = "1.4.5"
const DENO = "2.9.6"
const WORKERD = "1.20261117.1"

const bun = () => {
  const path = provided(`bun@${BUN}`, "bun", "-e", "console.log(process.execPath)")
  return { name: `Bun ${execFileSync(path, ["--version"], { encoding: "utf8" }).trim()}`, path, args: ["run"] }
}

const deno = () => {
  const path = provided(`deno@${DENO}`, "deno", "eval", "console.log(Deno.execPath())")
  const [, version] = /deno (\S+)/.exec(execFileSync(path, ["--version"], { encoding: "utf8" })) ?? []
  return { name: `Deno ${version}`, path, args: ["run", "--quiet", "--allow-all", "--no-check"] }
}

/** Returns the runtimes other than Node that have sockets. */
export const otherRuntimes = () => [...found("Bun", bun), ...found("Deno", deno)]

/**
 * The code that finds workerd. npx adds the folder of the program to the PATH, and workerd cannot print its own path.
 */
const FIND_WORKERD =
  "process.env.PATH.split(path.delimiter).map((folder) => path.join(folder, 'workerd')).find(fs.existsSync)"

/** Returns workerd, the runtime of Cloudflare Workers; undefined if npm cannot provide it. */
export const workerd = () =>
  found("workerd", () => {
    const path = provided(`workerd@${WORKERD}`, "node", "-p", FIND_WORKERD)
    return { path, version: execFileSync(path, ["--version"], { encoding: "utf8" }).trim() }
  })[0]

export const runWith = ({ args, path }, program, folder) =>
  promisify(execFile)(path, [...args, program], { cwd: folder, timeout: 120_000 })

/** Returns whether the `engines` field of a package accepts a version of Node. The field must be `>=` and a version. */
export const accepts = ({ manifest }, version) => {
  const [, least] = /^>=(\d+\.\d+\.\d+)$/.exec(manifest.engines.node) ?? []
  if (least === undefined) throw new Error(`${manifest.name}: engines.node must be >= and a version`)
  const [a, b] = [version, least].map((text) => text.split(".").map(Number))
  const at = a.findIndex((part, index) => part !== b[index])
  return at === -1 || a[at] > b[at]
}
