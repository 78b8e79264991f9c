import type { Sites } from "./Sites.ts"
import type { Worker } from "./Workers.ts"

/**
 * The kinds of silence. Connections are accepted, but nothing is sent. In one kind, the resolver of the workers does
 * not respond either.
 */
const silences = [
  { kind: "silent network", resolverAnswers: true },
  { kind: "silent network without a resolver", resolverAnswers: false }
] as const

interface Silence {
  readonly kind: string
  readonly from: number
  readonly to: number
}

interface Target {
  readonly sites: Sites
  readonly workers: ReadonlyArray<Worker>
  /**
   * The length of each silence. It is long enough for every monitor to fail as often as an outage needs to be
   * confirmed.
   */
  readonly silenceMs: number
  readonly countIncidents: () => Promise<number>
  /** Resolves once every monitor has been checked after the given time. */
  readonly waitUntilChecked: (since: number) => Promise<void>
}

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/**
 * Makes the network of all workers silent while every site is up, and kills one worker halfway through, so that it
 * restarts during the silence. Returns the silences, and a sentence for each silence that opened an incident.
 */
export const fallSilent = async ({ countIncidents, silenceMs, sites, waitUntilChecked, workers }: Target) => {
  const times: Array<Silence> = []
  const violations: Array<string> = []
  let before = await countIncidents()
  for (const { kind, resolverAnswers } of silences) {
    const from = Date.now()
    sites.fallSilent(resolverAnswers)
    await wait(silenceMs / 2)
    await workers[0]?.inject("kill -9", 0)
    await wait(silenceMs / 2)
    sites.respond()
    const to = Date.now()
    times.push({ kind, from, to })
    await waitUntilChecked(to)
    const after = await countIncidents()
    if (after > before) violations.push(`the ${kind} opened ${after - before} incidents, and every site was up`)
    before = after
  }
  return { times, violations }
}
