import { BadRequest, Forbidden, messages } from "@mon/api-contract"
import { expectationsFault, HostProofs, type SealedRequest, sealRequest } from "@mon/checks"
import { HostProofChecks, type MonitorTarget } from "@mon/core-store"
import { type DomainInputs, isUnsafeMethod, requestLimits } from "@mon/model"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"

/** The options of checks in the body of a request. */
export interface OptionInput {
  readonly checkInterval?: number
  readonly request?: DomainInputs["request"]
  readonly expect?: DomainInputs["expect"]
}

/** The target of the checks of a new monitor. */
type NewTarget = Pick<MonitorTarget, "url" | "hostname" | "checkInterval">

const planMessage = ({ expect, request }: OptionInput, { limits }: Caller): string | null => {
  const { expectations, requestMethods, title } = limits
  const method = request?.method ?? "GET"
  if (!requestMethods.includes(method)) return messages.methodNotInPlan(method, requestMethods, title)
  return expect !== undefined && expect !== null && expect.length > expectations
    ? messages.expectationLimit(expectations, title)
    : null
}

/** Refuses options of a new monitor that the plan or the engine does not allow. */
export const checkNewOptions = (input: OptionInput, caller: Caller): BadRequest | null => {
  const message = planMessage(input, caller) ?? expectationsFault(input.expect ?? [])
  return message === null ? null : new BadRequest({ message })
}

/** Refuses changed options that the plan or the engine does not allow. */
export const checkChangedOptions = (input: OptionInput, caller: Caller): BadRequest | Forbidden | null => {
  const refused = planMessage(input, caller)
  if (refused !== null) return new Forbidden({ message: refused })
  const message = expectationsFault(input.expect ?? [])
  return message === null ? null : new BadRequest({ message })
}

/** Whether a change needs to know where the checks go to. */
export const needsTarget = ({ checkInterval, request }: OptionInput): boolean =>
  checkInterval !== undefined || (request !== undefined && request !== null)

const requireProof = Effect.fnUntraced(function* ({ principal, viewer }: Caller, method: string, hostname: string) {
  const proofs = yield* HostProofs
  if ((yield* proofs.find(principal.accountId, hostname)) === "published")
    return yield* (yield* HostProofChecks).confirm(viewer.accountKey, hostname)
  const { name, value } = proofs.record(principal.accountId, hostname)
  return yield* new BadRequest({ message: messages.hostNotProven(method, hostname, name, value) })
})

/**
 * The options of a monitor as they are stored: with sealed texts encrypted. Refuses methods that may change something
 * at hosts that are not proven to be the caller's, or at short intervals.
 */
export const sealOptions = Effect.fn("sealOptions")(function* <Input extends OptionInput>(
  caller: Caller,
  input: Input,
  target: NewTarget,
  earlier: MonitorTarget | null
) {
  const { request } = input
  const method = (request === undefined ? earlier?.request : request)?.method
  const interval = input.checkInterval ?? target.checkInterval
  if (method !== undefined && isUnsafeMethod(method) && interval < requestLimits.unsafeIntervalSeconds)
    return yield* new BadRequest({ message: messages.unsafeInterval(method, requestLimits.unsafeIntervalSeconds) })
  if (request === undefined || request === null) return input
  if (method !== undefined && isUnsafeMethod(method)) yield* requireProof(caller, method, target.hostname)
  const sealed = yield* sealRequest(caller.viewer.accountKey, target.url, request satisfies SealedRequest, earlier)
  if (!sealed.ok) return yield* new BadRequest({ message: messages.enterAgain(`request.${sealed.where}`) })
  return { ...input, request: sealed.request } satisfies OptionInput as Input
})
