import { guard } from "@mon/bundled/callbacks"
import { type ChildProcess, spawn } from "node:child_process"
import { isIPv6 } from "node:net"
import { hasNoRoute, type PingOutput, readFping, readPing } from "./pingOutput.ts"

/** The packets of one check. */
interface Packets {
  readonly count: number
  /** The bytes in each packet, without its headers. */
  readonly bytes: number
  /** The time limit for the answer to a packet, in milliseconds. */
  readonly waitMs: number
}

/** Sends ICMP packets, or says why this machine cannot do it. */
export interface Pinger {
  readonly ping: (address: string, packets: Packets, signal: AbortSignal) => Promise<PingOutput | PingFault>
  /** Tries to reach this machine itself. Returns null if it works, or a sentence about what is missing. */
  readonly selfTest: () => Promise<string | null>
}

/** The reason why packets could not be sent. It says nothing about the address. */
interface PingFault {
  readonly fault: string
}

interface Run {
  readonly output: string
  /** Null if the program could not be started, or was stopped. */
  readonly code: number | null
  /** The error of the system, such as "ENOENT". */
  readonly error: string | null
}

/**
 * Runs a program, and returns what it printed. After `lastMs`, an interrupt asks the program to print what it has. The
 * signal ends it at once.
 */
export type RunProgram = (
  program: string,
  args: ReadonlyArray<string>,
  signal: AbortSignal,
  lastMs?: number
) => Promise<Run>

const OUTPUT_BYTES = 256 * 1024

/** The system's error for a program that it cannot start. */
const codeOf = (error: Error & { readonly code?: string }): string => error.code ?? error.message

/** Runs a program of this machine. */
export const runProgram: RunProgram = (program, args, signal, lastMs) =>
  new Promise((resolve, reject) => {
    const chunks: Array<Buffer> = []
    let size = 0
    const safely = guard(reject)
    const keep = safely((chunk: Buffer) => {
      size += chunk.length
      if (size <= OUTPUT_BYTES) chunks.push(chunk)
    })
    let timer: NodeJS.Timeout | undefined
    const end = (code: number | null, error: string | null) => {
      clearTimeout(timer)
      signal.removeEventListener("abort", onAbort)
      resolve({ output: Buffer.concat(chunks).toString("latin1"), code, error })
    }
    let child: ChildProcess | undefined
    const onAbort = safely(() => void child?.kill("SIGKILL"))
    try {
      // The language of the output must not depend on the machine.
      child = spawn(program, [...args], {
        stdio: ["ignore", "pipe", "pipe"],
        env: { PATH: process.env.PATH, LC_ALL: "C" }
      })
    } catch (error) {
      return end(null, codeOf(error as Error))
    }
    child.on(
      "error",
      safely((error: Error) => end(null, codeOf(error)))
    )
    child.on(
      "close",
      safely((code: number | null) => end(code, null))
    )
    // Without free file handles, Node makes no pipes.
    child.stdout?.on("data", keep)
    child.stderr?.on("data", keep)
    if (lastMs !== undefined)
      timer = setTimeout(
        safely(() => void child.kill("SIGINT")),
        lastMs
      )
    signal.addEventListener("abort", onAbort)
    if (signal.aborted) onAbort()
  })

/** The time between two packets to the same address, in milliseconds. `ping` allows only root to send them faster. */
export const INTERVAL_MS = 200

/** Exit codes of fping and ping that say something about addresses: all answered, or some did not. */
const MEASURED = new Set([0, 1])

/** The time between two packets to different addresses, in milliseconds. The default of fping is 10. */
const GAP_MS = 1

const fpingArgs = ({ bytes, count, waitMs }: Packets, addresses: ReadonlyArray<string>) => [
  "-C",
  String(count),
  "-q",
  "-t",
  String(waitMs),
  "-p",
  String(INTERVAL_MS),
  "-i",
  String(GAP_MS),
  "-b",
  String(bytes),
  "-B",
  "1",
  ...addresses
]

/** A time limit for the program, in seconds, which is longer than the check's own limits. */
const lastSecond = ({ count, waitMs }: Packets): number => Math.ceil((count * INTERVAL_MS + waitMs) / 1_000) + 1

const pingArgs = (packets: Packets, address: string) => [
  "-n",
  "-c",
  String(packets.count),
  "-i",
  String(INTERVAL_MS / 1_000),
  "-W",
  String(Math.ceil(packets.waitMs / 1_000)),
  "-w",
  String(lastSecond(packets)),
  "-s",
  String(packets.bytes),
  isIPv6(address) ? "-6" : "-4",
  address
]

interface Method {
  readonly ping: Pinger["ping"]
}

/** The most addresses in one process of fping, so that each gets its packets in time. */
const MOST_ADDRESSES = INTERVAL_MS / GAP_MS
/** The most processes of ping at the same time. */
const MOST_PROCESSES = 32
/** How long addresses are collected for one process of fping, in milliseconds. */
const COLLECT_MS = 25

/** The time from the first packet until nobody waits for an answer any more, in milliseconds. */
const lengthOf = ({ count, waitMs }: Packets): number => (count - 1) * INTERVAL_MS + waitMs

const late = (program: string): PingFault => ({ fault: `${program} did not end in time.` })

interface Waiting {
  readonly address: string
  readonly settle: (result: PingOutput | PingFault) => void
}

/** Sends the packets to many addresses with one process. */
const withFping = (run: RunProgram): Method => {
  const batches = new Map<string, Array<Waiting>>()

  const send = async (packets: Packets, waiting: ReadonlyArray<Waiting>) => {
    const addresses = [...new Set(waiting.map(({ address }) => address))]
    const limit = AbortSignal.timeout(lastSecond(packets) * 1_000)
    const { code, error, output } = await run("fping", fpingArgs(packets, addresses), limit)
    const found = code !== null && MEASURED.has(code) ? readFping(output) : new Map<string, PingOutput>()
    const fault = { fault: `fping failed (${error ?? `exit code ${code}`}).` }
    for (const { address, settle } of waiting) settle(found.get(address) ?? fault)
  }

  return {
    ping: (address, packets, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return resolve(late("fping"))
        const onAbort = guard(reject)(() => resolve(late("fping")))
        signal.addEventListener("abort", onAbort, { once: true })
        // A machine without IPv6 must not fail for the addresses of IPv4.
        const key = JSON.stringify([packets, isIPv6(address)])
        const known = batches.get(key)
        const waiting = {
          address,
          settle: (result: PingOutput | PingFault) => {
            signal.removeEventListener("abort", onAbort)
            resolve(result)
          }
        }
        if (known !== undefined && known.length < MOST_ADDRESSES) return void known.push(waiting)
        const batch = [waiting]
        batches.set(key, batch)
        setTimeout(
          guard(reject)(() => {
            if (batches.get(key) === batch) batches.delete(key)
            send(packets, batch).catch(reject)
          }),
          COLLECT_MS
        )
      })
  }
}

/** Sends the packets to each address with a process of its own. */
const withPing = (run: RunProgram): Method => {
  let free = MOST_PROCESSES
  const queue = new Set<() => void>()

  /** Waits for a free process. Returns false if the check ended first. */
  const acquire = (signal: AbortSignal): Promise<boolean> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return resolve(false)
      if (free > 0) {
        free -= 1
        return resolve(true)
      }
      const enter = () => {
        signal.removeEventListener("abort", onAbort)
        resolve(true)
      }
      const onAbort = guard(reject)(() => {
        queue.delete(enter)
        resolve(false)
      })
      signal.addEventListener("abort", onAbort, { once: true })
      queue.add(enter)
    })

  const release = () => {
    const [enter] = queue
    if (enter === undefined) free += 1
    else {
      queue.delete(enter)
      enter()
    }
  }

  return {
    ping: async (address, packets, signal) => {
      if (!(await acquire(signal))) return late("ping")
      try {
        const { code, error, output } = await run("ping", pingArgs(packets, address), signal, lengthOf(packets))
        if (code !== null && (MEASURED.has(code) || hasNoRoute(output))) return readPing(output, packets.count)
        return signal.aborted ? late("ping") : { fault: `ping failed (${error ?? `exit code ${code}`}).` }
      } finally {
        release()
      }
    }
  }
}

const SELF = "127.0.0.1"
const SELF_PACKETS: Packets = { count: 1, bytes: 56, waitMs: 1_000 }

const REMEDY =
  'In a container, set the sysctl net.ipv4.ping_group_range to "0 2147483647", or add the capability NET_RAW. With systemd, set this sysctl on the machine, and CapabilityBoundingSet=CAP_NET_RAW in the unit. In Kubernetes, set the sysctl in the security context of the pod.'

interface Choice {
  readonly method: Method | null
  /** A sentence about what is missing. Null if a program works. */
  readonly missing: string | null
}

const choose = async (run: RunProgram): Promise<Choice> => {
  const methods = [
    ["fping", withFping(run), fpingArgs(SELF_PACKETS, [SELF])],
    ["ping", withPing(run), pingArgs(SELF_PACKETS, SELF)]
  ] as const
  const present: Array<string> = []
  for (const [program, method, args] of methods) {
    const { code, error } = await run(program, args, AbortSignal.timeout(lastSecond(SELF_PACKETS) * 1_000))
    if (code === 0) return { method, missing: null }
    if (error !== "ENOENT") present.push(program)
  }
  const missing =
    present.length === 0
      ? "This machine has neither fping nor ping. Install one of them."
      : `${present.join(" and ")} may not send ICMP packets on this machine. ${REMEDY}`
  return { method: null, missing }
}

/** Waits for the work, or until the check ends. Returns null then. */
const orAborted = <A>(work: Promise<A>, signal: AbortSignal): Promise<A | null> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return resolve(null)
    const onAbort = guard(reject)(() => resolve(null))
    signal.addEventListener("abort", onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort))
  })

/** How long a failed choice is remembered, in milliseconds. */
const RETRY_MS = 60_000

/** Makes a pinger that chooses the program at its first use: fping, or else ping. */
export const makePinger = (run: RunProgram = runProgram, now: () => number = () => performance.now()): Pinger => {
  let choice: Promise<Choice> | null = null
  let chosenAt = 0
  const chosen = async (): Promise<Choice> => {
    if (choice === null || (now() - chosenAt > RETRY_MS && (await choice).method === null)) {
      chosenAt = now()
      choice = choose(run)
    }
    return choice
  }
  return {
    selfTest: async () => (await chosen()).missing,
    ping: async (address, packets, signal) => {
      const made = await orAborted(chosen(), signal)
      if (made === null) return { fault: "fping and ping did not start in time." }
      const { method, missing } = made
      return method === null ? { fault: missing ?? "" } : method.ping(address, packets, signal)
    }
  }
}

/** The pinger of this process. */
export const processPinger: Pinger = makePinger()

/**
 * Sends an ICMP packet from this machine to itself. Returns null if that works, or a sentence about what is missing.
 *
 * @example
 * ```ts
 * const missing = await testIcmp()
 * ```
 */
export const testIcmp = (): Promise<string | null> => processPinger.selfTest()
