import { STUCK_EXIT_CODE } from "@mon/process-runtime"
import type { ProcessAges, ProcessEnd } from "./CheckProcess.ts"

/**
 * The signals by which a process ends itself: `abort`, a failed assertion of V8, and faults of native code. All other
 * signals come from outside: from a kernel that needs memory, a service manager or a person.
 */
const OWN_SIGNALS: ReadonlySet<NodeJS.Signals> = new Set([
  "SIGABRT",
  "SIGBUS",
  "SIGFPE",
  "SIGILL",
  "SIGSEGV",
  "SIGSYS",
  "SIGTRAP"
])

/**
 * Whether a process certainly ended because of its own work. A stuck event loop does not count, because the machine may
 * have had no time for it.
 */
export const endedItself = ({ code, signal }: ProcessEnd): boolean =>
  signal === null ? code !== null && code !== STUCK_EXIT_CODE : OWN_SIGNALS.has(signal)

/** The time by which another process must become older, in milliseconds. */
const LONGER_MS = 500
/** The factor by which another process must make checks for longer. */
const LONGER = 2

/**
 * Returns the time that a process must still live, in milliseconds, to show that processes do not end by themselves. It
 * must become older than the process that ended at these ages, and make checks for twice as long.
 */
export const controlLeft = (now: ProcessAges, ended: ProcessAges): number =>
  Math.max(0, ended.sinceStart + LONGER_MS - now.sinceStart, LONGER * ended.sinceReady + LONGER_MS - now.sinceReady)
