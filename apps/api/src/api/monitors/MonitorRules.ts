import { BadRequest, Forbidden, messages } from "@mon/api-contract"
import { expectationsFault, HostProofs, type SealedRequest, sealRequest } from "@mon/checks"
import {
  type AccessScope,
  type CreateMonitors,
  Dependencies,
  HostProofChecks,
  inTransaction,
  type MonitorRight,
  type MonitorTarget,
  type StoreError
} from "@mon/core-store"
import { type DomainInputs, isUnsafeMethod, type MonitorKind, monitorKinds, requestLimits } from "@mon/model"
import type { PublicUrl } from "@mon/public-net"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import type { HandlerServices } from "../ApiHandler.ts"

/** The address of a new monitor. */
export type Target = Extract<PublicUrl, { readonly ok: true }>

/** The body of a request before it is decoded. */
export type RawBody = Readonly<Record<string, unknown>>

/** A new monitor with all of its settings. */
export type Draft = Pick<MonitorTarget, "url" | "hostname" | "checkInterval"> & OptionInput & DependencyInput

/** The reason why the store has not created a monitor. */
export type Refusal = "LimitReached" | "Duplicate"

type Stored<A> = Effect.Effect<A, StoreError>
type Ids = ReadonlyArray<string>

/** The repository of a kind of monitor. Absent and foreign monitors give null or are left out. */
interface MonitorStore<Monitor, New, Patch> {
  readonly list: (
    scope: AccessScope,
    page: { readonly page: number; readonly limit: number }
  ) => Stored<{ readonly items: ReadonlyArray<Monitor>; readonly total: number }>
  readonly find: (scope: AccessScope, id: string) => Stored<Monitor | null>
  readonly rights: (scope: AccessScope, ids: Ids) => Stored<ReadonlyArray<MonitorRight>>
  readonly targets: (scope: AccessScope, ids: Ids) => Stored<ReadonlyArray<MonitorTarget>>
  readonly canCreate: (scope: AccessScope, dedupeKey: string, limit: number) => Stored<Refusal | "ok">
  readonly create: (
    scope: AccessScope,
    monitor: New,
    limit: number
  ) => Stored<{ readonly _tag: Refusal } | { readonly _tag: "Created"; readonly monitor: Monitor }>
  readonly createAll: CreateMonitors<New>
  readonly update: (scope: AccessScope, ids: Ids, patch: Patch) => Stored<Ids>
  readonly pause: (scope: AccessScope, id: string) => Stored<Monitor | null>
  readonly undoPause: (scope: AccessScope, id: string) => Stored<unknown>
  readonly resume: (scope: AccessScope, id: string) => Stored<Monitor | null>
  readonly remove: (scope: AccessScope, ids: Ids) => Stored<Ids>
}

/** The differences between the kinds of monitors: their repository, their refusals, and the words of the refusals. */
export interface MonitorRules<Monitor, Input, Change, New extends Draft, Patch extends OptionInput & DependencyInput> {
  readonly kind: MonitorKind
  readonly store: Effect.Effect<MonitorStore<Monitor, New, Patch>, never, HandlerServices>
  readonly messages: {
    readonly notFound: string
    readonly readOnly: string
    readonly refused: Readonly<Record<Refusal, (limit: number) => string>>
  }
  /** Refuses callers who cannot see any. */
  readonly sees: (caller: Caller) => Effect.Effect<void, Forbidden | StoreError, HandlerServices>
  /** Errors of a body that come before all range checks, such as those of two fields. */
  readonly newFault: (body: RawBody, caller: Caller) => BadRequest | null
  readonly changeFault: (body: RawBody) => BadRequest | null
  readonly addressOf: (input: Input) => string
  readonly draft: (target: Target, input: Input, caller: Caller) => New
  readonly dedupeKeyOf: (draft: New) => string
  readonly patchOf: (input: Change) => Patch
  /** Returns a sentence about the part of an input that the plan does not include, or null. */
  readonly planFault: (input: Input | Patch, caller: Caller) => string | null
  /** Refuses settings that cannot be used. */
  readonly check: (input: Input | Patch) => Effect.Effect<void, BadRequest>
  /** Returns the error of a change that does not fit the monitor, or null. */
  readonly patchedFault: (right: MonitorRight, patch: Patch) => BadRequest | null
  /**
   * Returns the reason why the plan does not allow an input for so many monitors, or null. `ids` are those that the
   * change is about; null: a new one.
   */
  readonly surplus: (
    caller: Caller,
    input: Input | Patch,
    ids: Ids | null
  ) => Effect.Effect<string | null, StoreError, HandlerServices>
  /** Whether {@link surplus} depends on how many monitors there are, so that the account is locked for it. */
  readonly countsOthers: (input: Input | Patch) => boolean
}

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

/** The parents in the body of a request. */
export interface DependencyInput {
  readonly dependsOn?: ReadonlyArray<string>
}

/** The part of an id that a message repeats. */
const SHOWN = 64

/** The input with the parents as they are stored. Refuses monitors that the caller cannot see, and circles. */
const checked = Effect.fnUntraced(function* <Input extends DependencyInput>(
  { viewer }: Caller,
  id: string | null,
  input: Input,
  parents: ReadonlyArray<string>
) {
  const verdict = yield* (yield* Dependencies).check(viewer, id, parents)
  switch (verdict._tag) {
    case "Unknown":
      return yield* new BadRequest({ message: messages.dependsOnUnknown(verdict.id.slice(0, SHOWN)) })
    case "Circle":
      return yield* new BadRequest({ message: messages.dependsOnCircle(verdict.names) })
    case "Accepted":
      return { ...input, dependsOn: verdict.parents } as Input
  }
})

/** The input of a new monitor with its parents as they are stored. */
export const checkNewDependencies = <Input extends DependencyInput>(caller: Caller, input: Input) =>
  input.dependsOn === undefined || input.dependsOn.length === 0
    ? Effect.succeed(input)
    : checked(caller, null, input, input.dependsOn)

/** Changes a monitor. A change of its parents is one transaction, so that two changes cannot make a circle together. */
export const updateWithDependencies = <Input extends DependencyInput, R>(
  caller: Caller,
  id: string,
  input: Input,
  update: (input: Input) => Effect.Effect<ReadonlyArray<string>, StoreError, R>
) =>
  input.dependsOn === undefined
    ? update(input)
    : inTransaction("updateWithDependencies", Effect.flatMap(checked(caller, id, input, input.dependsOn), update))

const minimumOf = (kind: MonitorKind, { limits }: Caller): number => limits[monitorKinds[kind].plan.interval]

/** Returns the reason why the plan does not include an interval (seconds), or null. */
export const intervalFault = (kind: MonitorKind, interval: number | undefined, caller: Caller): string | null => {
  const minimum = minimumOf(kind, caller)
  return interval !== undefined && interval < minimum ? messages.intervalTooShort(minimum, caller.limits.title) : null
}

/** The default interval (seconds), or the shortest one of the plan if that is longer. */
export const shortestDefault = (kind: MonitorKind, interval: number, caller: Caller): number =>
  Math.max(interval, minimumOf(kind, caller))
