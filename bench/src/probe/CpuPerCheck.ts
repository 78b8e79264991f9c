import type { Section, Target } from "../harness/Report.ts"
import { ratio, spread } from "../harness/Statistics.ts"

export const MON = "mon"
export const PEER = "blackbox"

/** The checks of one contender in one round. */
export interface Sample {
  /** Microseconds of CPU for a check. */
  readonly cpuUs: number
  readonly perSecond: number
  /** Of one core, by the process that checks. */
  readonly busy: number
}

export type Samples = ReadonlyMap<string, ReadonlyArray<Sample>>

/** Measures a number of checks. `work` returns the elapsed milliseconds. */
export const sampled = async (count: number, cpu: () => number, work: () => Promise<number>): Promise<Sample> => {
  const before = cpu()
  const wallMs = await work()
  const usedMs = cpu() - before
  return { cpuUs: (usedMs * 1_000) / count, perSecond: (count * 1_000) / wallMs, busy: usedMs / wallMs }
}

/** The microseconds of CPU per check in each round of a contender. */
export const cpuOf = (samples: Samples, name: string): ReadonlyArray<number> =>
  samples.get(name)?.map(({ cpuUs }) => cpuUs) ?? []

/** A table with a row for each contender. Null as peer: without ratios. */
export const sectionOf = (title: string, samples: Samples, peer: string | null): Section => {
  const others = peer === null || !samples.has(peer) ? null : cpuOf(samples, peer)
  return {
    title,
    columns: ["CPU µs/check", ...(peer === null ? [] : [`x ${peer}`]), "checks/s", "core busy"],
    rows: [...samples].map(([name, rounds]) => {
      const cpu = cpuOf(samples, name)
      return {
        name,
        cells: [
          spread(cpu),
          ...(peer === null ? [] : [others === null ? null : ratio(cpu, others)]),
          spread(rounds.map(({ perSecond }) => perSecond)).median,
          spread(rounds.map(({ busy }) => busy)).median
        ]
      }
    })
  }
}

interface PeerLimit {
  readonly name: string
  /** Times the peer's CPU at most; null: for information. */
  readonly limit: number | null
  readonly stretch: number | null
}

/** `value`: times the peer's CPU. Null if it could not be measured. */
export const targetsOf = ({ limit, name, stretch }: PeerLimit, value: number | null): ReadonlyArray<Target> => {
  if (limit === null) return []
  const target = { name: `CPU per ${name} check, relative to the peer,`, sense: "at most", unit: "x", value } as const
  return [{ ...target, limit }, ...(stretch === null ? [] : [{ ...target, limit: stretch, stretch: true }])]
}
