import type { EmailHealthReport, Finding, RepairOptions, RepairStep } from "../../src/index.ts"
import { breakDomain } from "./faults.ts"
import { fateOf, isOpen, isWatching, isWorse, policyOf } from "./Fate.ts"
import { copyOf, livingReports, meantPolicy, publish, receives, showsNothing, type World } from "./World.ts"

/** One mistake of a repair. */
interface Complaint {
  readonly seed: number
  readonly kind: string
  readonly faults: ReadonlyArray<string>
  readonly mode: string
  readonly what: string
}

/** The results for one domain. */
interface RobotResult {
  readonly complaints: ReadonlyArray<Complaint>
  /** The number of steps of all plans. `records` is the number of records in these plans. */
  readonly steps: number
  readonly records: number
  /**
   * The number of findings that a plan promised to clear. `cleared` is the number of these findings that were cleared.
   */
  readonly promised: number
  readonly cleared: number
  readonly before: number
  readonly after: number
}

/** The mode in which the robot applies plans. */
interface RobotMode {
  /**
   * Whether the robot publishes each step separately and then examines the senders, instead of publishing all steps at
   * once.
   */
  readonly stepwise: boolean
  /** Whether the owner states that the reports were read, whenever this statement can be true. */
  readonly reviewed: boolean
}

export const MODES: ReadonlyArray<RobotMode> = [
  { stepwise: true, reviewed: false },
  { stepwise: false, reviewed: false },
  { stepwise: true, reviewed: true },
  { stepwise: false, reviewed: true }
]

/** A function that checks a domain in the DNS of its world. */
export type Check = (world: World, repair: RepairOptions) => Promise<EmailHealthReport>

/** The DMARC policies, weakest first. */
const POLICIES = ["none", "quarantine", "reject"]
/** The number of repairs of each domain. A repaired domain is checked and repaired again. */
const ROUNDS = 2
/** The longest string of a TXT record (RFC 1035 section 3.3.14). */
const MAX_STRING = 255

const serious = (findings: ReadonlyArray<Finding>): ReadonlySet<string> =>
  new Set(findings.filter(({ severity }) => severity !== "info").map(({ code }) => code))

const mistakesIn = ({ findings, records, steps }: EmailHealthReport): ReadonlyArray<string> => {
  const names = records.map(({ host, type }) => `${type} ${host}`)
  const promised = new Set(findings.filter(({ record }) => record !== null).map(({ code }) => code))
  const helped = new Set(steps.flatMap((step) => step.findings))
  return [
    ...(new Set(names).size < names.length ? ["a name and type occurs twice"] : []),
    ...(records.some(({ form }) => form.strings.flat().some((text) => text.length > MAX_STRING))
      ? ["a string is too long"]
      : []),
    ...findings
      .filter(({ code, severity }) => (severity === "critical" || severity === "high") && !promised.has(code))
      .filter(({ code }) => !helped.has(code))
      .map(({ code }) => `${code} has neither a record nor a step`)
  ]
}

/**
 * Returns the problems that only a record can end although the plan contains no such record. The steps for a person do
 * not count.
 */
const missingRecords = async (world: World, { findings }: EmailHealthReport): Promise<ReadonlyArray<string>> => {
  const isAlias = (world.nodes.get(world.domain)?.CNAME ?? []).length > 0
  const isUnused = world.senders.length === 0 && showsNothing(world)
  const open = !isAlias && ((await isOpen(world, 4)) || (await isOpen(world, 6)))
  const ends = findings.some(({ code, record }) => code === "spf_pass_all" && record !== null)
  const unsigned = findings.filter(({ code, severity }) => code.startsWith("dkim_") && severity !== "info")
  return [
    ...(open && !ends && (isUnused || (await isWatching(world))) ? ["no record ends that everybody passes SPF"] : []),
    ...(isUnused && unsigned.some(({ record }) => record === null)
      ? ["no record says that a name without email has none"]
      : [])
  ]
}

const mistakesBetween = (before: EmailHealthReport, after: EmailHealthReport): ReadonlyArray<string> => {
  const left = serious(after.findings)
  const had = serious(before.findings)
  const promised = new Set(before.findings.filter(({ record }) => record !== null).map(({ code }) => code))
  const announced = new Set<string>(before.steps.flatMap(({ announces }) => announces))
  return [
    ...[...promised].filter((code) => left.has(code)).map((code) => `${code} is still there`),
    ...[...left]
      .filter((code) => !had.has(code) && !announced.has(code))
      .map((code) => `${code} is new and was not announced`),
    ...((after.score ?? 0) < (before.score ?? 0) ? [`the score fell from ${before.score} to ${after.score}`] : [])
  ]
}

/**
 * Publishes the records in the plans for a broken domain without judgement, and reports everything that did not
 * improve.
 */
export const runRobot = async (seed: number, mode: RobotMode, check: Check): Promise<RobotResult> => {
  const { faults, kind, world: start } = breakDomain(seed)
  const name = `${mode.stepwise ? "step by step" : "all at once"}${mode.reviewed ? ", reports reviewed" : ""}`
  const complaints: Array<Complaint> = []
  const complain = (what: string): void => void complaints.push({ seed, kind, faults, mode: name, what })
  const world = copyOf(start)
  const total = { steps: 0, records: 0, promised: 0, cleared: 0 }

  const round = async (before: EmailHealthReport): Promise<void> => {
    const fates = await Promise.all(world.senders.map((sender) => fateOf(world, sender)))
    const publishSteps = async (steps: ReadonlyArray<RepairStep>): Promise<void> => {
      for (const index of steps.flatMap(({ records }) => records)) {
        const record = before.records[index]
        if (record !== undefined) publish(world, record)
      }
      const now = await Promise.all(world.senders.map((sender) => fateOf(world, sender)))
      for (const [index, fate] of now.entries()) {
        const old = fates[index]
        if (old !== undefined && isWorse(old, fate))
          complain(`a sender is worse off: ${JSON.stringify(old)} became ${JSON.stringify(fate)}`)
      }
    }
    if (mode.stepwise) for (const step of before.steps) await publishSteps([step])
    else await publishSteps(before.steps)
  }

  /** Returns the statements of the owner. The owner states only what is true. */
  const options = async (): Promise<RepairOptions> => {
    const fates = await Promise.all(world.senders.map((sender) => fateOf(world, sender)))
    const passes = fates.every(({ authentic, dmarc }) => authentic && dmarc !== "fail")
    const said = { reportsReviewed: mode.reviewed && passes }
    return world.noEmail && seed % 2 === 0 ? { ...said, noEmail: true } : said
  }

  /** Checks the domain, and answers the plan's question whether the domain has email. */
  const inspect = async (): Promise<EmailHealthReport> => {
    const said = await options()
    const report = await check(world, said)
    const asked = report.steps[0]?.title.startsWith("Decide whether") === true
    return asked && world.senders.length > 0 ? check(world, { ...said, noEmail: false }) : report
  }

  const reports = livingReports(world)
  const meant = world.senders.length === 0 && showsNothing(world) ? meantPolicy(world) : "none"
  let before = await inspect()
  const first = before.score ?? 0
  for (let count = 0; count < ROUNDS; count++) {
    for (const what of [...mistakesIn(before), ...(await missingRecords(world, before))]) complain(what)
    await round(before)
    const after = await inspect()
    for (const what of mistakesBetween(before, after)) complain(what)
    const kept = livingReports(world)
    for (const address of reports)
      if (!kept.has(address) && receives(world, address)) complain(`the report address ${address} is lost`)
    const left = serious(after.findings)
    const promised = new Set(before.findings.filter(({ record }) => record !== null).map(({ code }) => code))
    total.steps += before.steps.length
    total.records += before.records.length
    total.promised += promised.size
    total.cleared += [...promised].filter((code) => !left.has(code)).length
    before = after
  }
  const policy = await policyOf(world)
  if (POLICIES.indexOf(policy) < POLICIES.indexOf(meant))
    complain(`the policy ${meant} is lost, and it is ${policy} now`)
  return { complaints, ...total, before: first, after: before.score ?? 0 }
}
