import { STUCK_EXIT_CODE } from "@mon/process-runtime"
import type { ProcessAges, ProcessEnd } from "./CheckProcess.ts"

/**
 * Signals by which a process ends itself: `abort`, a failed assertion of V8, and faults of native code. All others come
 * from outside: the kernel that needs memory, a service manager, a person.
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

/** Whether a process certainly ended by what it did. A stuck event loop may be due to a machine without time for it. */
export const endedItself = ({ code, signal }: ProcessEnd): boolean =>
  signal === null ? code !== null && code !== STUCK_EXIT_CODE : OWN_SIGNALS.has(signal)

/** The time that another process must live longer, in milliseconds. */
const LONGER_MS = 500
/** The factor by which another process must be ready longer. */
const LONGER = 2

/**
 * Returns the time that a process must still live until it shows that processes do not end by themselves, in
 * milliseconds. It must become older than one that ended at these ages, and make checks for twice the time.
 */
export const controlLeft = (now: ProcessAges, ended: ProcessAges): number =>
  Math.max(0, ended.sinceStart + LONGER_MS - now.sinceStart, LONGER * ended.sinceReady + LONGER_MS - now.sinceReady)
