import type { CheckResult } from "../../CheckResult.ts"
import type { ProbePorts } from "../../probe/ProbePorts.ts"
import { probeSteps } from "../../steps/probeSteps.ts"
import type { StepsRequest, StepsResult } from "../../steps/StepsRequest.ts"
import type { ConnectionFacts } from "../Connection.ts"
import type { CheckEnd } from "../runServiceCheck.ts"
import type { ServiceExpectation, ServiceOptions } from "../ServiceResult.ts"
import { sequenceResult } from "./sequenceResult.ts"

/** HTTP in steps as the check of a service. */
export interface StepsCheck extends StepsRequest, Pick<ServiceOptions, "family"> {
  readonly type: "httpSteps"
  /** The conditions of every check. The response time is the sum of the steps. */
  readonly expect?: ReadonlyArray<ServiceExpectation>
}

const US_PER_MS = 1_000

const HTTP_PORT = 80
const HTTPS_PORT = 443

/** Returns the address of a URL, without its path. */
const serverOf = (url: string): string => {
  const { hostname, port, protocol } = new URL(url)
  return `${protocol}//${hostname}:${port === "" ? (protocol === "https:" ? HTTPS_PORT : HTTP_PORT) : port}`
}

const factsOf = ({ bytesReceived, certificate, heardFromServer, hops, timings }: CheckResult): ConnectionFacts => {
  const last = hops.at(-1)
  return {
    address: last?.address ?? null,
    ...(last?.attempts === undefined ? {} : { attempts: last.attempts }),
    ...(last?.blocked === undefined ? {} : { blocked: last.blocked }),
    ...(last?.tlsError === undefined ? {} : { tlsError: last.tlsError }),
    bytesReceived,
    certificate,
    heardFromServer,
    timings
  }
}

/**
 * Returns the message of a failed sequence. If an expectation about an answer to secrets was not met, the message does
 * not repeat the answer.
 */
const messageOf = ({ failedStep, message, steps }: StepsResult, { secrets = {}, steps: all }: StepsRequest): string => {
  const failed = steps.find(({ index }) => index === failedStep)
  const unmet =
    failed?.check.outcome === "expectation_failed" ? failed.check.expectations?.find(({ holds }) => !holds) : undefined
  const isSecret = Object.keys(secrets).length > 0 || all.some(({ auth, secret }) => auth !== undefined || secret)
  return failed !== undefined && unmet !== undefined && isSecret
    ? `Step ${failed.index + 1} of ${all.length} (${failed.name}): Expected ${unmet.expected}.`
    : (message ?? "")
}

const shown = ({ check: { totalUs }, name }: StepsResult["steps"][number]): string =>
  totalUs === null ? name : `${name} ${Math.round(totalUs / US_PER_MS)} ms`

const foundIn = ({ failedStep, steps }: StepsResult) => {
  const taken = steps.flatMap((step) => Object.entries(step.taken).map(([name, value]) => `${name}=${value}`))
  const failed = steps.find(({ index }) => index === failedStep)
  return {
    steps: steps.length,
    ...(failed === undefined ? {} : { failedStep: failed.name }),
    durations: steps.map(shown),
    ...(taken.length === 0 ? {} : { taken })
  }
}

/** Sends HTTP requests in steps as the check of a service. The request must be valid. */
export const checkSteps = async (
  ports: ProbePorts,
  url: string,
  { expect, family, type: _type, ...request }: StepsCheck,
  { onBegin, signal }: CheckEnd
) => {
  const steps = family === undefined ? request.steps : request.steps.map((step) => ({ family, ...step }))
  const result = await probeSteps(ports, { ...request, steps }, signal, onBegin)
  const { failedStep, outcome, startedAt, totalUs } = result
  const checks = result.steps.map(({ check }) => check)
  const check = (failedStep === null ? undefined : result.steps.find(({ index }) => index === failedStep))?.check
  const last = check ?? checks.at(-1)
  const failedHop = check?.hops.at(-1)
  const facts = last === undefined ? undefined : factsOf(last)
  return sequenceResult({
    url,
    startedAt,
    failure: outcome === "ok" ? null : { outcome, message: messageOf(result, request) },
    // A step that was not sent has no connection of its own. The steps before it have received something.
    connection:
      facts === undefined || last?.hops.length !== 0
        ? facts
        : { ...facts, bytesReceived: checks.reduce((sum, { bytesReceived }) => sum + bytesReceived, 0) },
    failedUrl: failedHop === undefined ? undefined : serverOf(failedHop.url),
    certificates: checks.map(({ certificate }) => certificate),
    totalUs,
    delayed: checks.some(({ delayed }) => delayed),
    thrown: check?.thrown,
    expect,
    found: foundIn(result)
  })
}
