import { timelineFields } from "@mon/model"
import type { Bucket } from "./readBuckets.ts"

const stepPhases = ["dns", "connect", "tls", "wait", "download"] as const
type Phase = (typeof stepPhases)[number]

interface PhaseStep {
  readonly phase: Phase
  /** The medians of the day before the step, and of the day that begins with the step, in milliseconds. */
  readonly before: number
  readonly after: number
}

export interface ResponseStep {
  /** The start of the hour in Unix seconds. */
  readonly start: number
  readonly phases: ReadonlyArray<PhaseStep>
}

const SECONDS_PER_HOUR = 3_600
/**
 * The distance, in hours, between the two hours that are compared. Each hour is compared with the hour at the same time
 * of the day before, because many sites are slower every day at noon.
 */
const DAY_HOURS = 24
/**
 * The smallest number of pairs of hours that must have values. A step must last longer than half a day, and at least
 * this many hours must follow the newest step.
 */
const PAIRS = 8
/** The smallest change that counts as a step: by half, and by `LEAST_MS`. Smaller changes are noise. */
const LEAST_RATIO = Math.log(1.5)
const LEAST_MS = 20
/**
 * The share of the pairs of hours that must change in the direction of the step, each by at least half of
 * `LEAST_RATIO`.
 */
const AGREEING = 0.8
const STEPS = 20

const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

interface Candidate extends PhaseStep {
  readonly hour: number
  readonly score: number
}

/** Returns, for each hour, the logarithm of the ratio of its value to the value at the same time of the day before. */
const dailyRatios = (hours: ReadonlyArray<number | undefined>): ReadonlyArray<number | undefined> =>
  Array.from(hours, (now, at) => {
    const old = hours[at - DAY_HOURS]
    // A logarithm needs a positive number. Values below a tenth of a millisecond therefore count as a tenth of a
    // millisecond.
    return old === undefined || now === undefined ? undefined : Math.log(Math.max(now, 0.1) / Math.max(old, 0.1))
  })

/**
 * Returns the step at an hour, if the day that begins with this hour differs from the day before. `sum` is the sum of
 * the logarithmic ratios of the day that begins with the hour.
 */
const candidateAt = (
  phase: Phase,
  hours: ReadonlyArray<number | undefined>,
  ratios: ReadonlyArray<number | undefined>,
  hour: number,
  sum: number
): Candidate | null => {
  const agrees = (ratio: number | undefined) => ratio !== undefined && Math.sign(sum) * ratio >= LEAST_RATIO / 2
  if (!agrees(ratios[hour])) return null
  const pairs = ratios.slice(hour, hour + DAY_HOURS).flatMap((ratio, offset) => {
    const [old, now] = [hours[hour + offset - DAY_HOURS], hours[hour + offset]]
    return ratio === undefined || old === undefined || now === undefined ? [] : [{ ratio, old, now }]
  })
  const agreeing = pairs.filter(({ ratio }) => agrees(ratio)).length
  if (agreeing < AGREEING * pairs.length || Math.abs(median(pairs.map(({ ratio }) => ratio))) < LEAST_RATIO) return null
  const before = median(pairs.map(({ old }) => old))
  const after = median(pairs.map(({ now }) => now))
  return Math.abs(after - before) < LEAST_MS ? null : { phase, hour, score: Math.abs(sum), before, after }
}

/** Finds the hours that begin a day that differs from the day before. A moving sum excludes most hours quickly. */
const candidatesOf = (phase: Phase, hours: ReadonlyArray<number | undefined>): ReadonlyArray<Candidate> => {
  const ratios = dailyRatios(hours)
  const candidates: Array<Candidate> = []
  let sum = 0
  let pairs = 0
  const move = (ratio: number | undefined, direction: 1 | -1) => {
    if (ratio === undefined) return
    sum += direction * ratio
    pairs += direction
  }
  for (let end = 0; end < hours.length + DAY_HOURS - PAIRS; end++) {
    move(ratios[end], 1)
    move(ratios[end - DAY_HOURS], -1)
    const hour = end - DAY_HOURS + 1
    if (hour < DAY_HOURS || pairs < PAIRS || Math.abs(sum) < (pairs * LEAST_RATIO) / 2) continue
    const found = candidateAt(phase, hours, ratios, hour, sum)
    if (found !== null) candidates.push(found)
  }
  return candidates
}

/** Two chosen candidates are at least a day apart. */
const strongest = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> => {
  const chosen: Array<Candidate> = []
  for (const candidate of candidates.toSorted((one, other) => other.score - one.score || one.hour - other.hour)) {
    if (chosen.length === STEPS) break
    if (chosen.every(({ hour }) => Math.abs(hour - candidate.hour) >= DAY_HOURS)) chosen.push(candidate)
  }
  return chosen
}

/**
 * Finds the steps in hourly response times, oldest first. A step is an hour from which a phase takes at least one and a
 * half times as long, or at most two thirds as long, for more than half a day. Single slow hours, and hours that are
 * slow every day, are not steps. The work is proportional to the number of hours. Each phase has at most 20 steps.
 */
export const responseSteps = (buckets: ReadonlyArray<Bucket>): ReadonlyArray<ResponseStep> => {
  const first = buckets[0]?.[0]
  if (first === undefined || first === null) return []
  const steps = new Map<number, Array<PhaseStep>>()
  for (const phase of stepPhases) {
    const place = timelineFields.indexOf(phase)
    const hours: Array<number | undefined> = []
    for (const bucket of buckets)
      hours[Math.round(((bucket[0] ?? first) - first) / SECONDS_PER_HOUR)] = bucket[place] ?? undefined
    for (const { after, before, hour } of strongest(candidatesOf(phase, hours)))
      steps.set(hour, [...(steps.get(hour) ?? []), { phase, before, after }])
  }
  return [...steps]
    .toSorted(([one], [other]) => one - other)
    .map(([hour, phases]) => ({ start: first + hour * SECONDS_PER_HOUR, phases }))
}
