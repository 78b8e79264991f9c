import { execFile, spawnSync } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Defer } from "../harness/Cleanup.ts"
import { onCore } from "../harness/Pinning.ts"

const run = promisify(execFile)

/** Connections, full handshakes with validated certificates, and nothing else. */
export interface Handshakes {
  /** Microseconds of CPU for a connection with its handshake. */
  readonly cpuUs: number
  readonly perSecond: number
  /** Of one core, by the process that connects. */
  readonly busy: number
}

const CONNECTIONS = /^(\d+) connections in (\d+) real seconds/mu
/** The last line of `times` of the shell: user and system time of its children. */
const CHILD_TIMES = /(\d+)m([\d.]+)s (\d+)m([\d.]+)s\s*$/u
const SCRIPT = `openssl s_time -new -connect "$1" -CAfile "$2" -verify 3 -time "$3"; times`

const secondsOf = (minutes = "", seconds = ""): number => Number(minutes) * 60 + Number(seconds)

/**
 * Returns a function that measures `openssl s_time`, which is as close as a program in C comes to the cost of a
 * handshake alone. Null if OpenSSL's program is not installed.
 */
export const startHandshakes = async (
  url: string,
  rootPem: string,
  seconds: number,
  defer: Defer
): Promise<(() => Promise<Handshakes>) | null> => {
  if (spawnSync("openssl", ["version"], { stdio: "ignore" }).status !== 0) return null
  const folder = await mkdtemp(join(tmpdir(), "mon-handshakes-"))
  defer(() => rm(folder, { recursive: true, force: true }))
  const root = join(folder, "root.pem")
  await writeFile(root, rootPem)
  const [command, args] = onCore("subject", "bash", ["-c", SCRIPT, "bash", new URL(url).host, root, String(seconds)])
  return async () => {
    const began = performance.now()
    const { stdout } = await run(command, args)
    const wallMs = performance.now() - began
    const count = Number(CONNECTIONS.exec(stdout)?.[1])
    const [, ...times] = CHILD_TIMES.exec(stdout) ?? []
    const usedMs = (secondsOf(times[0], times[1]) + secondsOf(times[2], times[3])) * 1_000
    if (!(count > 0) || !(usedMs > 0)) throw new Error(`openssl s_time made no connections: ${stdout}`)
    return { cpuUs: (usedMs * 1_000) / count, perSecond: (count * 1_000) / wallMs, busy: usedMs / wallMs }
  }
}
