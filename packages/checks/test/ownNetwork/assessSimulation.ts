import { randomOf } from "../randomOf.ts"
import { defaultConfirmationPolicy } from "@mon/model"
import { makeOutages, type Outage, type OutageKind, type SiteOutageKind } from "./OwnNetwork.ts"
import { INTERVAL_MS, type Simulated, simulateOwnNetwork, type World } from "./simulateOwnNetwork.ts"

const DAY_MS = 86_400_000
const CONFIRM_MS = Math.min(INTERVAL_MS / 2, defaultConfirmationPolicy.confirmMs)
const SITES = 20
const TIMEOUTS_MS = [5_000, 10_000, 30_000] as const
/** The worker's own network is away 1 % of the time, in bursts of 5 s to 10 minutes. */
const AWAY_SHARE = 0.01
const BURST_MS = [5_000, 600_000] as const
/** Outages of a site are long enough to be confirmed in any case. */
const SITE_OUTAGE_MS = [1_500_000, 2_400_000] as const
/** The share of bursts with a site outage near them, and the maximum distance of this outage from the burst. */
const NEAR_SHARE = 0.3
const NEAR_MS = 600_000
const MEAN_BETWEEN_SITE_OUTAGES_MS = DAY_MS

const between = (random: () => number, [least, most]: readonly [number, number]) => least + random() * (most - least)
const exponential = (random: () => number, mean: number) => -mean * Math.log(1 - random())

const burstsOf = (days: number, random: () => number): ReadonlyArray<Outage<OutageKind>> => {
  const bursts: Array<Outage<OutageKind>> = []
  const meanMs = (BURST_MS[0] + BURST_MS[1]) / 2
  for (let time = DAY_MS / 24; ;) {
    time += exponential(random, (meanMs * (1 - AWAY_SHARE)) / AWAY_SHARE)
    if (time > days * DAY_MS) return bursts
    const to = time + between(random, BURST_MS)
    const kind = random()
    bursts.push({ from: time, to, kind: kind < 0.45 ? "silent" : kind < 0.9 ? "without resolver" : "rejecting" })
    time = to
  }
}

const siteOutagesOf = (days: number, bursts: ReadonlyArray<Outage<OutageKind>>, random: () => number) => {
  const starts: Array<number> = bursts.flatMap(({ from, to }) =>
    random() < NEAR_SHARE ? [between(random, [from - NEAR_MS, to + NEAR_MS])] : []
  )
  for (let time = DAY_MS / 24; time < days * DAY_MS; time += exponential(random, MEAN_BETWEEN_SITE_OUTAGES_MS)) {
    starts.push(time)
  }
  const sites: Array<Array<Outage<SiteOutageKind>>> = Array.from({ length: SITES }, () => [])
  for (const from of starts.toSorted((one, other) => one - other)) {
    const outages = sites[Math.floor(random() * SITES)]
    const last = outages?.at(-1)
    if (outages === undefined || (last !== undefined && last.to + SITE_OUTAGE_MS[1] > from)) continue
    outages.push({ from, to: from + between(random, SITE_OUTAGE_MS), kind: random() < 0.7 ? "silent" : "rejecting" })
  }
  return sites
}

/** Delays in seconds, beyond the timeouts of the checks that confirm the outage. */
interface Delays {
  readonly count: number
  readonly p50: number
  readonly p99: number
  readonly longest: number
}

const delaysOf = (ms: ReadonlyArray<number>): Delays => {
  const sorted = ms.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round((sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0) / 100) / 10
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), longest: at(1) }
}

export interface Assessment extends Omit<Simulated, "incidents"> {
  readonly bursts: number
  readonly siteOutages: number
  readonly incidents: number
  /** Incidents of sites that were up. */
  readonly falseIncidents: ReadonlyArray<string>
  /** Outages of sites without an incident, with several incidents, or with an incident that has a wrong start. */
  readonly wrong: ReadonlyArray<string>
  /**
   * The number of incidents that start while the own network is away, if this time ends less than one check before the
   * outage of the site.
   */
  readonly continued: number
  /** Delays from the start of the outage, while the worker's network works. */
  readonly undisturbed: Delays
  /** Delays from the return of the worker's network, for outages that began while the network was away. */
  readonly begunWhileAway: Delays
  /** Delays from the return of the worker's network, for outages during whose confirmation the network went away. */
  readonly interrupted: Delays
}

export interface SimulationOptions {
  readonly days: number
  readonly seed: number
  /** Default: 1. */
  readonly workers?: number
  /** Default: true. */
  readonly isGuarded?: boolean
}

/** The longest time from the start of an outage to its incident, without the timeouts of three checks. */
export const LONGEST_DELAY_SECONDS = (INTERVAL_MS + 2 * CONFIRM_MS + 10_000) / 1_000

/**
 * Returns the start of the silence that ends in an outage of a site. If the worker's network was away until less than
 * one check before the outage, the site was never seen up in between, and its first failed check may be from the time
 * without network.
 */
const silenceBefore = (from: number, bursts: ReadonlyArray<Outage<OutageKind>>, checkMs: number): number => {
  const before = bursts.findLast((burst) => burst.from < from && burst.to >= from - checkMs)
  return before === undefined ? from : silenceBefore(before.from, bursts, checkMs)
}

/** Simulates days of 20 monitors on 20 registrable domains, and compares the incidents with the simulated outages. */
export const assessSimulation = ({ days, isGuarded = true, seed, workers = 1 }: SimulationOptions): Assessment => {
  const random = randomOf(seed)
  const bursts = burstsOf(days, random)
  const sites = siteOutagesOf(days, bursts, random)
  const timeoutMs = (site: number) => TIMEOUTS_MS[site % TIMEOUTS_MS.length] ?? 0
  const world: World = { network: bursts, sites, timeoutMs, workers, isGuarded, random }
  const { incidents, ...counts } = simulateOwnNetwork(world)
  const network = makeOutages(bursts)
  const falseIncidents: Array<string> = []
  const wrong: Array<string> = []
  const delays = {
    undisturbed: [] as Array<number>,
    begunWhileAway: [] as Array<number>,
    interrupted: [] as Array<number>
  }
  const used = new Set<object>()
  let continued = 0
  for (const incident of incidents) {
    const { openedAt, site, startedAt } = incident
    const checkMs = timeoutMs(site) + 10_000
    const outage = sites[site]?.find(({ from, to }) => from <= openedAt && to >= openedAt - checkMs)
    const what = `site ${site}, started ${startedAt}, opened ${openedAt}`
    if (outage === undefined) {
      falseIncidents.push(what)
      continue
    }
    if (used.has(outage)) wrong.push(`a second incident: ${what}`)
    used.add(outage)
    const away = network.during(outage.from)
    const lastBurst = bursts.findLast(({ from, to }) => from <= openedAt && to >= outage.from)
    const confirmingMs = 3 * timeoutMs(site)
    const earliest = silenceBefore(outage.from, bursts, CONFIRM_MS + checkMs) - checkMs
    const latest = Math.max(outage.from + INTERVAL_MS, lastBurst?.to ?? 0) + checkMs
    if (startedAt < earliest || startedAt > latest) wrong.push(`from ${outage.from}: ${what}`)
    if (startedAt < outage.from - checkMs && away === undefined) continued += 1
    if (lastBurst === undefined) delays.undisturbed.push(openedAt - outage.from - confirmingMs)
    else if (away === lastBurst) delays.begunWhileAway.push(openedAt - away.to - confirmingMs)
    else delays.interrupted.push(openedAt - lastBurst.to - confirmingMs)
  }
  for (const [site, outages] of sites.entries()) {
    for (const outage of outages) if (!used.has(outage)) wrong.push(`no incident: site ${site}, from ${outage.from}`)
  }
  return {
    ...counts,
    bursts: bursts.length,
    siteOutages: sites.flat().length,
    incidents: incidents.length,
    falseIncidents,
    wrong,
    continued,
    undisturbed: delaysOf(delays.undisturbed),
    begunWhileAway: delaysOf(delays.begunWhileAway),
    interrupted: delaysOf(delays.interrupted)
  }
}
