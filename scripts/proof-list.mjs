// Lists the proofs, and the reasons why some of them are not part of the gate. Each proof in the gate is a task in
// turbo.json or bench/turbo.json.
import process from "node:process"
import { benchmarks } from "../bench/src/benchmarks.ts"

const npm = (...args) => ["npm", "run", "--silent", ...args]

export const PROOFS = new Map([
  // The long tests have no single command, because they are run file by file.
  ["long", null],
  ["postgres-15", npm("test:postgres-15", "--workspace", "@mon/core-store")],
  ["packages", npm("packages")],
  ["size", npm("size")],
  ["chaos", npm("chaos", "--", "--seconds", "20")],
  ["failover", npm("failover")],
  ["upgrade", npm("upgrade")],
  ["rolling", npm("upgrade", "--", "--rolling")],
  ["examples", npm("examples")],
  ["release", npm("release:rehearse")],
  ["vulnerabilities", [process.execPath, "scripts/audit.mjs"]],
  ["image", npm("image")],
  ...Object.keys(benchmarks).map((name) => [`bench:${name}`, npm("bench", "--", name, "--short")])
])

/** The proofs that run only every night, each with the reason. */
export const NIGHTLY = new Map([
  ["long", "takes hours, and measures the time of real processes"],
  ["chaos", "ends processes at random moments"],
  ["failover", "kills servers for minutes, and needs root and packages of Debian"],
  ["release", "npm asks the registry which versions are published"],
  ["vulnerabilities", "its answer changes without a change of an input"],
  ["image", "needs root, for namespaces of Linux"]
])
