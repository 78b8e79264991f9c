import type { EmbeddedService } from "./EmbeddedService.ts"
import { between, type Plan } from "./Plan.ts"
import type { SmallDisk } from "./SmallDisk.ts"

const faults = ["kill -9 of the database", "full disk"] as const
type DatabaseFaultKind = (typeof faults)[number]

export interface DatabaseFault {
  readonly kind: DatabaseFaultKind
  readonly from: number
  readonly to: number
}

const BACK_WITHIN_MS = 60_000
/**
 * The time to wait until the database server exits because the disk is full. If it has prepared log files, it recovers
 * without exiting.
 */
const ENDS_WITHIN_MS = 2_000
const POLL_MS = 50

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

const until = async (holds: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> => {
  const deadline = Date.now() + withinMs
  while (!(await holds())) {
    if (Date.now() > deadline) return false
    await wait(POLL_MS)
  }
  return true
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

interface Target {
  readonly service: EmbeddedService
  readonly disk: SmallDisk
  /** Writes to the write-ahead log until the database refuses a write. The promise never rejects. */
  readonly writeUntilRefused: () => Promise<void>
}

const kill = async ({ service }: Target) => {
  const pid = service.postmaster()
  if (pid !== null && isAlive(pid)) process.kill(pid, "SIGKILL")
}

/**
 * Fills the disk for some time. A full disk first makes writes fail. Once the write-ahead log needs a new file, the
 * database server exits. Resolves to whether the server exited.
 */
const fillDisk = async ({ disk, service, writeUntilRefused }: Target, forMs: number) => {
  const pid = service.postmaster()
  await disk.fill()
  try {
    await writeUntilRefused()
    const ended = await until(() => pid === null || !isAlive(pid), ENDS_WITHIN_MS)
    await wait(forMs)
    return ended
  } finally {
    await disk.free()
  }
}

/**
 * Injects random faults into the database until `end`. Resolves to the number of faults of each kind, the number of
 * times that a full disk ended the server, and a sentence for each fault after which the service was not ready in time.
 */
export const injectDatabaseFaults = async (
  target: Target,
  plan: Plan,
  random: () => number,
  end: number,
  report: (fault: DatabaseFault) => void
) => {
  const kinds = faults.filter((kind) => kind !== "full disk" || target.disk.canFill)
  const counts: Partial<Record<DatabaseFaultKind, number>> = {}
  const violations: Array<string> = []
  let databaseEnds = 0
  for (;;) {
    await wait(between(random, plan.databasePauseMs))
    if (Date.now() > end) return { counts, databaseEnds, violations }
    const kind = kinds[Math.floor(random() * kinds.length)] ?? "kill -9 of the database"
    const forMs = between(random, plan.faultMs)
    const from = Date.now()
    if (kind === "full disk") databaseEnds += (await fillDisk(target, forMs)) ? 1 : 0
    else await kill(target)
    if (!(await until(target.service.isReady, BACK_WITHIN_MS)))
      violations.push(`the service was not ready within ${BACK_WITHIN_MS / 1_000} s after: ${kind}`)
    counts[kind] = (counts[kind] ?? 0) + 1
    report({ kind, from, to: Date.now() })
  }
}
