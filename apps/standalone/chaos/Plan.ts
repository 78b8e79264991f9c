import { optional, positiveNumber, text, wholeNumber } from "@mon/command-line"

/** What a run consists of. All times are milliseconds. */
export interface Plan {
  readonly monitors: number
  readonly workers: number
  /** Between two looks of a monitor. */
  readonly intervalMs: number
  readonly timeoutSeconds: number
  /** How much longer than a look's timeout a lease lasts. */
  readonly leaseMarginSeconds: number
  /** How long a site stays as it is at least: long enough for a transition to be confirmed in spite of the trouble. */
  readonly holdMs: number
  /** Waits between two troubles, and how long one lasts. */
  readonly pauseMs: readonly [least: number, most: number]
  readonly troubleMs: readonly [least: number, most: number]
  /** From the first look of all to the last trouble. */
  readonly runMs: number
  /** Without trouble and without switches at the end. */
  readonly settleMs: number
  /** Which share of the times between two switches may have too few looks to be confirmed: with all workers out nobody looks. */
  readonly mostUnseen: number
  readonly seed: number
  /** Folder for what the workers say; null: nobody keeps it. */
  readonly logs: string | null
}

const LONG_FROM_SECONDS = 60

const long = {
  monitors: 2_000,
  intervalMs: 15_000,
  timeoutSeconds: 3,
  holdMs: 70_000,
  pauseMs: [1_000, 8_000],
  troubleMs: [500, 8_000],
  settleMs: 70_000,
  mostUnseen: 0.02
} as const

const short = {
  monitors: 60,
  intervalMs: 1_000,
  timeoutSeconds: 1,
  holdMs: 7_000,
  pauseMs: [400, 1_000],
  troubleMs: [200, 1_500],
  settleMs: 8_000,
  // On a busy machine a worker takes as long to start as a site stays as it is.
  mostUnseen: 1
} as const

const MAX_SECONDS = 86_400
const MAX_SEED = 2 ** 31 - 1

/** The options of the command. */
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
  logs: optional(text("folder", "the path of a folder"), "Write the logs of the workers there")
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

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
export const randomOf = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A number between the two. */
export const between = (random: () => number, [least, most]: readonly [number, number]): number =>
  least + random() * (most - least)
