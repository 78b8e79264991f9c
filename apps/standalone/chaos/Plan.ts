import { optional, positiveNumber, text, wholeNumber } from "@mon/bundled/command-line"

export interface Plan {
  readonly monitors: number
  readonly workers: number
  readonly intervalMs: number
  readonly timeoutSeconds: number
  /** The time by which a lease is longer than the timeout of a check. */
  readonly leaseMarginSeconds: number
  /** The shortest time that a site stays up or down. It is long enough to confirm the change in spite of the faults. */
  readonly phaseMs: number
  /** The time between two faults of a worker. */
  readonly pauseMs: readonly [least: number, most: number]
  readonly faultMs: readonly [least: number, most: number]
  readonly databasePauseMs: readonly [least: number, most: number]
  /** The time for which the network of the workers is silent. It is long enough to confirm an outage. */
  readonly silenceMs: number
  /** The time from the first check of all monitors to the last fault. */
  readonly runMs: number
  /** The time at the end of the run without faults and state changes. */
  readonly settleMs: number
  /**
   * The share of phases that may have too few checks to be confirmed, because nothing is checked while all workers are
   * down.
   */
  readonly maxUnconfirmable: number
  readonly seed: number
  /** The folder for the logs of the workers and of the service. Null: the logs are discarded. */
  readonly logs: string | null
}

const LONG_FROM_SECONDS = 60

const long = {
  monitors: 2_000,
  intervalMs: 15_000,
  timeoutSeconds: 3,
  phaseMs: 70_000,
  pauseMs: [1_000, 8_000],
  faultMs: [500, 8_000],
  databasePauseMs: [30_000, 60_000],
  silenceMs: 60_000,
  settleMs: 70_000,
  maxUnconfirmable: 0.02
} as const

const short = {
  monitors: 60,
  intervalMs: 1_000,
  timeoutSeconds: 1,
  phaseMs: 7_000,
  pauseMs: [400, 1_000],
  faultMs: [200, 1_500],
  databasePauseMs: [1_000, 3_000],
  silenceMs: 8_000,
  settleMs: 8_000,
  // On a busy machine, a worker takes as long to start as a phase lasts.
  maxUnconfirmable: 1
} as const

const MAX_SECONDS = 86_400
const MAX_SEED = 2 ** 31 - 1

export const planOptions = {
  seconds: optional(positiveNumber("seconds", "seconds", MAX_SECONDS), "How long the run takes, in seconds"),
  minutes: optional(
    positiveNumber("minutes", "minutes", MAX_SECONDS / 60),
    "How long the run takes, in minutes (default: 5)"
  ),
  monitors: optional(
    wholeNumber("n", 1, 100_000),
    `Monitors (default: ${long.monitors}; ${short.monitors} in less than a minute)`
  ),
  seed: optional(wholeNumber("n", 1, MAX_SEED), "Repeats the decisions of an earlier run (default: random)"),
  logs: optional(
    text("folder", "the path of a folder"),
    "Write the logs of the workers and of the service to files in this folder"
  )
}

type PlanValues = {
  readonly [Name in keyof typeof planOptions]: ReturnType<(typeof planOptions)[Name]["read"]>
}

export const planOf = ({ logs, minutes, monitors, seconds, seed }: PlanValues): Plan => {
  const length = seconds ?? 60 * (minutes ?? 5)
  const form = length < LONG_FROM_SECONDS ? short : long
  return {
    ...form,
    workers: 3,
    leaseMarginSeconds: 1,
    monitors: monitors ?? form.monitors,
    runMs: Math.max(length * 1_000 - form.settleMs, form.settleMs),
    seed: seed ?? Math.floor(Math.random() * 1e9) + 1,
    logs
  }
}

/** Returns a generator of random numbers from 0 to 1 (mulberry32). Equal seeds give equal numbers. */
export const randomOf = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const between = (random: () => number, [least, most]: readonly [number, number]): number =>
  least + random() * (most - least)
