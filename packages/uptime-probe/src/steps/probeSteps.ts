import { anAbortSignal, argumentsOf, optional } from "@mon/bundled/arguments"
import { randomUUID } from "node:crypto"
import type { CheckResult } from "../CheckResult.ts"
import type { Answer } from "../expect/Expectation.ts"
import { makeCookieJar } from "../http/CookieJar.ts"
import { type Failure, outcomes } from "../Outcome.ts"
import { DEFAULT_TIMEOUT_MS, type ProbePorts } from "../probe/ProbePorts.ts"
import { unmadeCheck } from "../probe/unmadeCheck.ts"
import { probeUrl } from "../probeUrl.ts"
import { fillStep } from "./stepRequest.ts"
import { stepsRequest } from "./stepsKinds.ts"
import type { HttpStep, StepResult, StepsRequest, StepsResult } from "./StepsRequest.ts"
import { placeOf, takeValue } from "./takeValue.ts"
import { makeScrubber } from "./Template.ts"

const DEFAULT_ALL_MS = 60_000
const SHOWN = 200

const accept = /* @__PURE__ */ argumentsOf("httpSteps", () => ({
  request: stepsRequest(),
  signal: optional(anAbortSignal)
}))

/** The values of a check. Those that were taken are secret, unless they may be shown. */
class KnownValues {
  readonly #values: Map<string, string>
  readonly #secrets: Set<string>

  constructor({ secrets = {}, values = {} }: StepsRequest, now: Date) {
    this.#values = new Map([
      ["uuid", randomUUID()],
      ["unixTime", String(Math.floor(now.getTime() / 1_000))],
      ["isoTime", now.toISOString()],
      ...Object.entries(values),
      ...Object.entries(secrets)
    ])
    this.#secrets = new Set(Object.keys(secrets))
  }

  get(name: string): string | undefined {
    return this.#values.get(name)
  }

  set(name: string, value: string, isSecret: boolean): void {
    this.#values.set(name, value)
    if (isSecret) this.#secrets.add(name)
    else this.#secrets.delete(name)
  }

  isSecret(name: string): boolean {
    return this.#secrets.has(name)
  }

  secretValues(): ReadonlyArray<string> {
    return [...this.#secrets].flatMap((name) => this.#values.get(name) ?? [])
  }
}

type Taken = Pick<StepResult, "taken"> & { readonly failure: Failure | null }

const takeAll = ({ take = {} }: HttpStep, answer: Answer, values: KnownValues): Taken => {
  const taken: Array<readonly [name: string, value: string]> = []
  for (const [name, place] of Object.entries(take)) {
    const value = takeValue(place, answer)
    if (value === null)
      return {
        taken: Object.fromEntries(taken),
        failure: {
          outcome: "wrong_answer",
          message: `The response has no value ${placeOf(place)}, which later steps need as "${name}".`
        }
      }
    values.set(name, value, place.shown !== true)
    if (place.shown === true) taken.push([name, value.slice(0, SHOWN)])
  }
  return { taken: Object.fromEntries(taken), failure: null }
}

const failedCheck = (check: CheckResult, { message, outcome }: Failure): CheckResult => {
  const { deterministic, verdict } = outcomes[outcome]
  return { ...check, outcome, verdict, deterministic, message }
}

/** The check of a step that cannot be sent. */
const unsent = (url: string, failure: Failure): CheckResult => failedCheck(unmadeCheck(url, Date.now(), ""), failure)

/** The longest time that is left for steps that always run, in milliseconds, and its share of the time limit. */
const CLEANING_MS = 10_000
const CLEANING_SHARE = 0.25

const NO_TIME: Failure = { outcome: "header_timeout", message: "The time limit for all steps was reached." }

const EMPTY: Answer = {
  statusCode: 0,
  headers: new Map(),
  body: Buffer.alloc(0),
  brokeOff: false,
  totalMs: 0,
  certificate: null,
  address: null
}

/**
 * Runs a sequence of requests. Rejects only with the signal's reason, or with a TypeError if the request is invalid.
 * `onBegin` receives a function that aborts the sequence.
 */
export const probeSteps = async (
  ports: ProbePorts,
  request: StepsRequest,
  outer?: AbortSignal,
  onBegin?: (abandon: () => void) => void
): Promise<StepsResult> => {
  accept(request, outer)
  outer?.throwIfAborted()
  const startedAt = Date.now()
  const allMs = request.timeoutMs ?? DEFAULT_ALL_MS
  const cleaningMs = request.steps.some(({ always }) => always === true)
    ? Math.min(CLEANING_MS, allMs * CLEANING_SHARE)
    : 0
  const until = performance.now() + allMs
  const values = new KnownValues(request, new Date(startedAt))
  const cookies = makeCookieJar()
  let abandoned = false
  let abandonStep: (() => void) | undefined
  onBegin?.(() => {
    abandoned = true
    abandonStep?.()
  })

  const run = async (step: HttpStep): Promise<Pick<StepResult, "check" | "taken">> => {
    const leftMs = Math.floor(until - performance.now() - (step.always === true ? 0 : cleaningMs))
    if (leftMs <= 0) return { check: unsent(step.url, NO_TIME), taken: {} }
    const timeoutMs = Math.min(step.timeoutMs ?? DEFAULT_TIMEOUT_MS, leftMs)
    const filled = fillStep(step, request, values, (name) => values.isSecret(name), timeoutMs)
    if (filled.missing.length > 0) {
      const message = `There is no value for ${filled.missing.map((name) => `{{${name}}}`).join(" and ")}.`
      return { check: unsent(step.url, { outcome: "wrong_answer", message }), taken: {} }
    }
    let answer = EMPTY
    const session = {
      cookies,
      onAnswer: (found: Pick<Answer, "body" | "brokeOff" | "headers" | "statusCode">) => {
        answer = { ...EMPTY, ...found }
      }
    }
    const begin = (abandon: () => void) => {
      abandonStep = abandon
      if (abandoned) abandon()
    }
    let check: CheckResult
    try {
      check = await probeUrl(ports, filled.request, outer, begin, session)
    } catch (error) {
      outer?.throwIfAborted()
      if (!(error instanceof TypeError)) throw error
      // A value that a server chose can make a request invalid, for instance with a line break in a header field.
      const message = `The request is not valid with the values of earlier steps: ${error.message}`
      return { check: unsent(step.url, { outcome: "wrong_answer", message }), taken: {} }
    }
    if (check.outcome !== "ok") return { check, taken: {} }
    const { failure, taken } = takeAll(step, answer, values)
    return { check: failure === null ? check : failedCheck(check, failure), taken }
  }

  const results: Array<StepResult & { readonly index: number }> = []
  let failed: { readonly index: number; readonly check: CheckResult } | null = null
  for (const [index, step] of request.steps.entries()) {
    if ((failed !== null && step.always !== true) || abandoned) continue
    const { check, taken } = await run(step)
    results.push({ index, name: step.name, check, taken })
    if (failed === null && check.outcome !== "ok") failed = { index, check }
  }
  // Only now are all secrets known, and an earlier answer may have contained one that a later step took.
  const scrub = makeScrubber(values.secretValues())
  const steps = results.map(({ check: { certificate, ...check }, ...result }) => ({
    ...scrub(result),
    check: { ...scrub(check), certificate }
  }))
  const count = request.steps.length
  const outcome = failed?.check.outcome ?? "ok"
  const { deterministic, verdict } = outcomes[outcome]
  return {
    startedAt,
    outcome,
    verdict,
    deterministic,
    message:
      failed === null
        ? null
        : scrub(`Step ${failed.index + 1} of ${count} (${request.steps[failed.index]?.name}): ${failed.check.message}`),
    failedStep: failed?.index ?? null,
    totalUs: failed === null ? results.reduce((sum, { check }) => sum + (check.totalUs ?? 0), 0) : null,
    steps
  }
}
