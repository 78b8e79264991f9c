import { testIcmp } from "@mon/checks"
import { Effect } from "effect"
import { statfs } from "node:fs/promises"
import process from "node:process"
import { type Finding, fail, ok, warn } from "./Finding.ts"

/** The oldest supported version of Node (`engines` in the package manifests). */
const oldestNode = [22, 19] as const

/** The limit of free space, in bytes, below which the doctor warns. */
const littleSpace = 1024 ** 3

export const examineNode = (version: string = process.versions.node): Finding => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  const enough = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])
  return enough
    ? ok("node", version)
    : fail("node", `${version} is too old: ${oldestNode.join(".")} or later is required`)
}

export const examineDisk = (folder: string): Effect.Effect<Finding> =>
  Effect.tryPromise(() => statfs(folder)).pipe(
    Effect.match({
      onFailure: () => ok("data folder", `${folder} does not exist yet: the first start creates it`),
      onSuccess: ({ bavail, bsize }) => {
        const free = bavail * bsize
        const detail = `${folder}, ${(free / 1024 ** 3).toFixed(1)} GiB free`
        return free < littleSpace ? warn("data folder", `${detail}: free some space`) : ok("data folder", detail)
      }
    })
  )

/** Says whether checks of the type `icmp` work on this machine. All other checks work without it. */
export const icmpFinding = (missing: string | null): Finding =>
  missing === null
    ? ok("ping", "ICMP packets can be sent, so services of the type icmp can be checked")
    : warn("ping", `services of the type icmp cannot be checked: ${missing}`)

export const examineIcmp: Effect.Effect<Finding> = Effect.map(Effect.promise(testIcmp), icmpFinding)
