import { type DnsObservation, type DnsServerAnswer, type DnsWatchState, judgeDns } from "../src/index.ts"

const SECOND = 1_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The time between two observations in a paid plan. */
const INTERVAL = 180 * SECOND
const PROMISED = 300 * SECOND

/** A repeatable random generator (Mulberry32). */
const randomOf = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Version {
  readonly at: number
  readonly records: ReadonlyArray<string>
  readonly serial: number | null
}

/** The versions of a set of records, and the times at which each server begins to serve them. */
interface SimulatedSet {
  readonly versions: ReadonlyArray<Version>
  /** For each server, the time from which the server serves each version. */
  readonly arrivals: ReadonlyArray<ReadonlyArray<number>>
}

export interface SimulatedZone {
  readonly problems: ReadonlyArray<string>
  readonly changes: number
  readonly observations: number
  readonly failedAnswers: number
  readonly lateAnswers: number
}

const servers = (count: number) =>
  Array.from({ length: count }, (_, index) => `ns${index + 1}.example.net 192.0.2.${index + 1}`)

const versionAt = (set: SimulatedSet, server: number, now: number): Version => {
  const arrivals = set.arrivals[server] ?? []
  let index = 0
  while (index + 1 < arrivals.length && (arrivals[index + 1] ?? Infinity) <= now) index++
  const version = set.versions[index]
  if (version === undefined) throw new Error("unreachable")
  return version
}

/**
 * Simulates a zone over some days. Its servers fail, are out of step, and rotate addresses. Returns the wrong
 * judgements.
 */
export const simulateZone = (seed: number, days: number): SimulatedZone => {
  const random = randomOf(seed)
  const whole = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  const end = days * DAY
  const names = servers(whole(1, 4))
  const hasSerials = random() < 0.7
  const failureRate = random() < 0.3 ? 0 : random() * 0.08
  const lagMax = random() < 0.3 ? 0 : hasSerials ? 6 * HOUR : 1 * HOUR
  const spacing = 2 * DAY

  const versionsOf = (make: (index: number, before: ReadonlyArray<string>) => ReadonlyArray<string>): SimulatedSet => {
    const versions: Array<Version> = [{ at: -1, records: make(0, []), serial: hasSerials ? 4_294_967_290 : null }]
    for (
      let at = 1.5 * DAY + random() * spacing;
      at < end - DAY && versions.length < 5;
      at += spacing + random() * 8 * DAY
    ) {
      const before = versions.at(-1)
      if (before === undefined) break
      // Some owners undo their last change.
      const earlier = versions.at(-2)
      const records = earlier !== undefined && random() < 0.3 ? earlier.records : make(versions.length, before.records)
      versions.push({ at, records, serial: before.serial === null ? null : (before.serial + whole(1, 5)) >>> 0 })
    }
    const arrivals = names.map((_, index) => {
      let last = -1
      return versions.map(({ at }) => {
        const lag = index === 0 || at < 0 ? 0 : random() * lagMax
        last = Math.max(last, at + lag)
        return last
      })
    })
    return { versions, arrivals }
  }

  const mx = versionsOf((index) =>
    [`10 mx${index}-${whole(0, 99)}.example.net`, `20 mx${index}.backup.example`].slice(0, whole(1, 2))
  )
  const txt = versionsOf((index) =>
    index % 4 === 3 ? [] : [`"v=spf1 include:v${index}.example -all"`, `"token-${index}"`]
  )
  const pools = versionsOf((index) => Array.from({ length: whole(1, 12) }, (_, at) => `198.51.${index}.${at + 1}`))
  const answered = whole(1, 4)

  let failedAnswers = 0
  let lateAnswers = 0
  const outages = names.map(() => {
    const from = random() * end
    return failureRate === 0 || random() < 0.5 ? null : { from, to: from + random() * 12 * HOUR }
  })
  const fails = (server: number, now: number): boolean => {
    const outage = outages[server]
    const failed = (outage != null && now >= outage.from && now < outage.to) || random() < failureRate
    if (failed) failedAnswers++
    return failed
  }
  /** The times at which the primary server did not answer for a set. */
  const gaps = { MX: [] as Array<number>, TXT: [] as Array<number>, A: [] as Array<number> }

  const answersOf = (type: "MX" | "TXT" | "A", set: SimulatedSet, now: number): ReadonlyArray<DnsServerAnswer> =>
    names.map((server, index) => {
      if (fails(index, now)) {
        if (index === 0) gaps[type].push(now)
        return { server, status: "failed", reason: "Timeout" }
      }
      const { records, serial } = versionAt(set, index, now)
      if (index > 0 && records !== versionAt(set, 0, now).records) lateAnswers++
      if (type !== "A" || records.length <= answered)
        return { server, status: records.length === 0 ? "nodata" : "ok", records, serial }
      const from = Math.floor(random() * records.length)
      const rotated = Array.from({ length: answered }, (_, offset) => records[(from + offset) % records.length] ?? "")
      return { server, status: "ok", records: rotated.toSorted(), serial }
    })

  const found: Array<{ readonly type: string; readonly at: number; readonly records: string }> = []
  let state: DnsWatchState | null = null
  let observations = 0
  let now = random() * INTERVAL
  while (now < end) {
    const observation: DnsObservation = {
      hostname: "example.com",
      domain: "example.com",
      observedAt: now,
      names: {},
      findings: [],
      sets: { MX: answersOf("MX", mx, now), TXT: answersOf("TXT", txt, now), A: answersOf("A", pools, now) }
    }
    const judged = judgeDns(state, observation)
    state = judged.state
    observations++
    for (const { type } of judged.changes) {
      const records = state.sets[type]?.records.join() ?? ""
      found.push({ type, at: now, records })
    }
    // A worker starts a due observation within seconds.
    now += (judged.recheckAfterMs ?? INTERVAL) + random() * 5 * SECOND
  }

  const problems: Array<string> = []
  const expect = (type: "MX" | "TXT" | "A", set: SimulatedSet): number => {
    const wanted = set.versions.slice(1)
    const alerts = found.filter((alert) => alert.type === type)
    for (const [index, version] of wanted.entries()) {
      const begins = version.at
      const until = wanted[index + 1]?.at ?? end
      const own = alerts.filter(({ at }) => at >= begins && at < until)
      if (own.length !== 1) {
        problems.push(`zone ${seed}: ${own.length} alerts for ${type} of ${version.records.join()} at ${begins}`)
        continue
      }
      const delay = (own[0]?.at ?? 0) - begins
      const disturbed = gaps[type].some((at) => at >= begins && at <= begins + PROMISED)
      if (!disturbed && delay > PROMISED) problems.push(`zone ${seed}: ${type} alerted after ${delay} ms`)
      if (type !== "A" && own[0]?.records !== version.records.join())
        problems.push(`zone ${seed}: ${type} alerted with other records`)
    }
    if (alerts.length > wanted.length)
      problems.push(`zone ${seed}: ${alerts.length - wanted.length} false ${type} alerts`)
    return wanted.length
  }
  const changes = expect("MX", mx) + expect("TXT", txt) + expect("A", pools)
  return { problems, changes, observations, failedAnswers, lateAnswers }
}
