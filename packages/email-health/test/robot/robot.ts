import { makeZoneResolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import {
  checkEmailHealth,
  type EmailHealthReport,
  type Finding,
  parseDkimKey,
  type RepairStep
} from "../../src/index.ts"
import { evaluateDmarc } from "../../src/dmarc/evaluateDmarc.ts"
import { evaluateSpf } from "../../src/spf/evaluateSpf.ts"
import { FAULTS, workingWorld } from "./faults.ts"
import { makeRandom, type Random } from "./Random.ts"
import { copyOf, publish, type Sender, type World, zoneOf } from "./World.ts"

/** A broken domain and the names of its faults. */
interface BrokenDomain {
  readonly world: World
  readonly faults: ReadonlyArray<string>
}

const faultsFor = (random: Random): ReadonlyArray<readonly ["mx" | "spf" | "dkim" | "dmarc", string]> => {
  const parts = (["mx", "spf", "dkim", "dmarc"] as const).filter(() => random.int(2) === 0)
  const chosen = parts.length === 0 ? [random.pick(["mx", "spf", "dkim", "dmarc"] as const)] : parts
  return chosen.map((part) => [part, random.pick(Object.keys(FAULTS[part]))] as const)
}

/** A domain with one to four faults, the same for the same seed. */
const breakDomain = (seed: number): BrokenDomain => {
  const random = makeRandom(seed)
  const world = workingWorld(random)
  const faults = faultsFor(random)
  for (const [part, name] of faults) FAULTS[part][name]?.(world, random)
  return { world, faults: faults.map(([, name]) => name) }
}

/** What happens to the email of one sender. */
interface Fate {
  readonly spf: string
  readonly dmarc: string
  /** What receivers are asked to do with it; "none" when it passes. */
  readonly policy: string
}

const signs = (world: World, { selector }: Sender): boolean => {
  const texts = selector === null ? [] : (world.nodes.get(`${selector}._domainkey.${world.domain}`)?.TXT ?? [])
  const key = texts.length === 1 ? parseDkimKey(texts[0] ?? "") : null
  return key !== null && (key.status === "valid" || key.status === "testing" || key.status === "weak")
}

const fateOf = async (world: World, sender: Sender): Promise<Fate> => {
  const resolver = makeZoneResolver(zoneOf(world))
  const { domain } = world
  const spf = await Effect.runPromise(evaluateSpf(resolver, { ip: sender.ip, sender: `a@${domain}`, helo: domain }))
  const outcome = await Effect.runPromise(
    evaluateDmarc(resolver, {
      from: domain,
      spf: spf.result === "pass" ? domain : null,
      dkim: signs(world, sender) ? [domain] : []
    })
  )
  return {
    spf: spf.result,
    dmarc: outcome.result,
    policy: outcome.result === "fail" ? (outcome.policy ?? "none") : "none"
  }
}

const STRICT = ["none", "quarantine", "reject"]

const isWorse = (before: Fate, after: Fate): boolean =>
  (before.spf === "pass" && after.spf !== "pass") ||
  (before.spf !== "fail" && after.spf === "fail") ||
  (before.dmarc === "pass" && after.dmarc !== "pass") ||
  STRICT.indexOf(after.policy) > STRICT.indexOf(before.policy)

/** One thing that a repair did wrong. */
interface Complaint {
  readonly seed: number
  readonly faults: ReadonlyArray<string>
  readonly mode: string
  readonly what: string
}

export interface RobotResult {
  readonly complaints: ReadonlyArray<Complaint>
  readonly records: number
  readonly cleared: number
  readonly before: number
  readonly after: number
}

export interface RobotMode {
  readonly stepwise: boolean
  readonly reviewed: boolean
}

const check = (world: World, reportsReviewed: boolean): Promise<EmailHealthReport> =>
  checkEmailHealth(world.domain, { zone: zoneOf(world), repair: { reportsReviewed } })

const serious = (findings: ReadonlyArray<Finding>): ReadonlySet<string> =>
  new Set(findings.filter(({ severity }) => severity !== "info").map(({ code }) => code))

/** Publishes what a plan says, blindly, and reports everything that did not get better. */
export const runRobot = async (seed: number, { reviewed, stepwise }: RobotMode): Promise<RobotResult> => {
  const { faults, world: start } = breakDomain(seed)
  const mode = `${stepwise ? "step by step" : "all at once"}${reviewed ? ", reports reviewed" : ""}`
  const complaints: Array<Complaint> = []
  const complain = (what: string): void => void complaints.push({ seed, faults, mode, what })
  const fates = await Promise.all(start.senders.map((sender) => fateOf(start, sender)))
  // The owner says so only when it is true.
  const honest = reviewed && fates.every(({ dmarc, spf }) => dmarc === "pass" && spf === "pass")
  const before = await check(start, honest)
  const world = copyOf(start)
  const names = before.records.map(({ type, host }) => `${type} ${host}`)
  if (new Set(names).size < names.length) complain("a name and type occurs twice")
  const steps: ReadonlyArray<RepairStep> = before.steps
  const publishSteps = async (some: ReadonlyArray<RepairStep>): Promise<void> => {
    for (const { records } of some)
      for (const index of records) {
        const record = before.records[index]
        if (record !== undefined) publish(world, record)
      }
    const now = await Promise.all(world.senders.map((sender) => fateOf(world, sender)))
    now.forEach((fate, index) => {
      const old = fates[index]
      if (old !== undefined && isWorse(old, fate))
        complain(`a sender is worse off: ${JSON.stringify(old)} became ${JSON.stringify(fate)}`)
    })
  }
  if (stepwise) for (const step of steps) await publishSteps([step])
  else await publishSteps(steps)
  const after = await check(world, honest)
  const left = serious(after.findings)
  const had = serious(before.findings)
  const promised = new Set(
    before.findings.filter(({ fix, record }) => record !== null || fix !== null).map(({ code }) => code)
  )
  for (const code of promised) if (left.has(code)) complain(`${code} is still there`)
  const announced = new Set<string>(steps.flatMap(({ announces }) => announces))
  for (const code of left) if (!had.has(code) && !announced.has(code)) complain(`${code} is new and was not announced`)
  if ((after.score ?? 0) < (before.score ?? 0)) complain(`the score fell from ${before.score} to ${after.score}`)
  const withoutHelp = before.findings.filter(
    ({ code, severity }) =>
      (severity === "critical" || severity === "high") &&
      !promised.has(code) &&
      !steps.some(({ findings }) => findings.includes(code))
  )
  for (const { code } of withoutHelp) complain(`${code} has neither a record nor a step`)
  return {
    complaints,
    records: before.records.length,
    cleared: [...promised].filter((code) => !left.has(code)).length,
    before: before.score ?? 0,
    after: after.score ?? 0
  }
}
