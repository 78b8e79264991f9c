import { BadRequest, type CreateMonitor, Forbidden, messages, type UpdateMonitor } from "@mon/api-contract"
import { expectationsFault, HostProofs, type SealedRequest, sealRequest } from "@mon/checks"
import {
  type AccessScope,
  type CreateMonitors,
  Dependencies,
  type EntryOf,
  HostProofChecks,
  inTransaction,
  type MonitorPatch,
  type MonitorRight,
  type MonitorTarget,
  type NewMonitor,
  type StoreError
} from "@mon/core-store"
import {
  type DomainInputs,
  isUnsafeMethod,
  type MonitorKind,
  monitorKinds,
  type MonitorRecord,
  requestLimits,
  type ServiceCheck,
  shortestInterval
} from "@mon/model"
import { parsePublicUrl, type PublicUrl } from "@mon/public-net"
import { Effect } from "effect"
import type { ApiConfig } from "../../ApiConfig.ts"
import type { Caller } from "../../auth/Caller.ts"
import type { HandlerServices } from "../ApiHandler.ts"

export type Target = Extract<PublicUrl, { readonly ok: true }>

/** The placeholder for a kind of monitor whose address is not a URL. */
const NOWHERE: Target = { ok: true, url: new URL("about:blank"), href: "about:blank", hostname: "", port: null }

/**
 * Returns the address of a new monitor, or null if the address is not public. A kind without a URL gets a placeholder.
 */
export const targetOf = (kind: MonitorKind, url: string): Target | null => {
  if (monitorKinds[kind].address !== "url") return NOWHERE
  const target = parsePublicUrl(url)
  return target.ok ? target : null
}

/** The body of a request before it is decoded. */
export type RawBody = Readonly<Record<string, unknown>>

export type Draft = NewTarget &
  OptionInput &
  DependencyInput & {
    readonly dedupeKey?: string
    readonly token?: string
  }

export type Refusal = "LimitReached" | "Duplicate"

type Stored<A> = Effect.Effect<A, StoreError>
type Ids = ReadonlyArray<string>

/**
 * The repository for one kind of monitor. Treats monitors of other accounts as if they did not exist: returns null or
 * leaves them out.
 */
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
    limit: number,
    entryOf: EntryOf<Monitor>
  ) => Stored<{ readonly _tag: Refusal } | { readonly _tag: "Created"; readonly monitor: Monitor }>
  readonly createAll: CreateMonitors<New>
  readonly update: (scope: AccessScope, ids: Ids, patch: Patch) => Stored<Ids>
  readonly pause: (scope: AccessScope, id: string) => Stored<Monitor | null>
  readonly undoPause: (scope: AccessScope, id: string) => Stored<unknown>
  readonly resume: (scope: AccessScope, id: string) => Stored<Monitor | null>
  readonly remove: (scope: AccessScope, ids: Ids) => Stored<Ids>
}

/** The differences between the kinds of monitors: their repository, their checks and their messages. */
export interface MonitorRules<Monitor, Input, Change, New extends Draft, Patch extends OptionInput & DependencyInput> {
  readonly kind: MonitorKind
  readonly store: Effect.Effect<MonitorStore<Monitor, New, Patch>, never, HandlerServices>
  readonly messages: {
    readonly notFound: string
    readonly readOnly: string
    /** The message for an address that is not public. Default: the message about a URL. */
    readonly notPublic?: string
    readonly refused: Readonly<Record<Refusal, (limit: number) => string>>
  }
  /** Refuses callers who cannot see any monitor of this kind. */
  readonly sees: (caller: Caller) => Effect.Effect<void, Forbidden | StoreError, HandlerServices>
  /** Returns an error that is reported before any range check runs, such as an invalid combination of two fields. */
  readonly newFault: (body: RawBody, caller: Caller) => BadRequest | null
  readonly changeFault: (body: RawBody) => BadRequest | null
  readonly addressOf: (input: Input) => string
  /** Returns the hosts that the checks of a new monitor contact. Default: the host of its address. */
  readonly hostsOf?: (monitor: New) => ReadonlyArray<string>
  readonly draft: (target: Target, input: Input, caller: Caller) => New
  readonly patchOf: (input: Change) => Patch
  /** Returns a sentence about the part of an input that the plan does not include, or null. */
  readonly planFault: (input: Input | Patch, caller: Caller) => string | null
  /**
   * Returns the settings in their stored form, with encrypted secrets. Refuses settings that do not fit the address.
   * `earlier` is the monitor before the change. Null: the monitor is new.
   */
  readonly seal: <Given extends New | Patch>(
    caller: Caller,
    input: Given,
    target: NewTarget,
    earlier: MonitorTarget | null
  ) => Effect.Effect<Given, BadRequest | StoreError, HandlerServices>
  /** Refuses settings that cannot work, whatever the plan. */
  readonly check: (input: Input | Patch) => Effect.Effect<void, BadRequest>
  /** Returns the error of a change that does not fit the monitor, or null. */
  readonly patchedFault: (right: MonitorRight, patch: Patch) => BadRequest | null
  /**
   * Returns the reason why the plan does not allow an input for this number of monitors, or null. `ids`: the monitors
   * to change, or null for one new monitor.
   */
  readonly surplus: (
    caller: Caller,
    input: Input | Patch,
    ids: Ids | null
  ) => Effect.Effect<string | null, StoreError, HandlerServices>
  /**
   * Returns whether {@link surplus} depends on the number of monitors. If so, the account must be locked while the
   * limit is checked.
   */
  readonly countsOthers: (input: Input | Patch) => Effect.Effect<boolean, never, ApiConfig>
}

export type RulesOf<Kind extends MonitorKind> = MonitorRules<
  MonitorRecord<Kind>,
  CreateMonitor<Kind> & OptionInput,
  UpdateMonitor<Kind>,
  NewMonitor<Kind> & Draft,
  MonitorPatch<Kind> & OptionInput & DependencyInput
>

export interface OptionInput {
  readonly checkInterval?: number
  readonly timeoutSeconds?: number
  readonly request?: DomainInputs["request"]
  readonly expect?: DomainInputs["expect"]
  readonly check?: ServiceCheck
  readonly inverted?: boolean
}

export type NewTarget = Pick<MonitorTarget, "url" | "hostname"> &
  Partial<Pick<MonitorTarget, "checkInterval" | "timeoutSeconds">>

const planMessage = ({ expect, request }: OptionInput, { limits }: Caller): string | null => {
  const { expectations, requestMethods, title } = limits
  const method = request?.method ?? "GET"
  if (!requestMethods.includes(method)) return messages.methodNotInPlan(method, requestMethods, title)
  return expect !== undefined && expect !== null && expect.length > expectations
    ? messages.expectationLimit(expectations, title)
    : null
}

export const checkNewOptions = (input: OptionInput, caller: Caller): BadRequest | null => {
  const message = planMessage(input, caller) ?? expectationsFault(input.expect ?? [])
  return message === null ? null : new BadRequest({ message })
}

export const checkChangedOptions = (input: OptionInput, caller: Caller): BadRequest | Forbidden | null => {
  const refused = planMessage(input, caller)
  if (refused !== null) return new Forbidden({ message: refused })
  const message = expectationsFault(input.expect ?? [])
  return message === null ? null : new BadRequest({ message })
}

/** Returns whether a change can only be checked with the target of the monitor. */
export const needsTarget = ({ check, checkInterval, inverted, request, timeoutSeconds }: OptionInput): boolean =>
  checkInterval !== undefined ||
  timeoutSeconds !== undefined ||
  check !== undefined ||
  inverted !== undefined ||
  (request !== undefined && request !== null)

/** Requires the proof that a host belongs to the caller's account. `message` describes the TXT record. */
export const requireProof = Effect.fnUntraced(function* (
  { principal, viewer }: Caller,
  hostname: string,
  message: (name: string, value: string) => string
) {
  const proofs = yield* HostProofs
  if ((yield* proofs.find(principal.accountId, hostname)).finding === "published")
    return yield* (yield* HostProofChecks).confirm(viewer.accountKey, hostname)
  const { name, value } = proofs.record(principal.accountId, hostname)
  return yield* new BadRequest({ message: message(name, value) })
})

/** Returns the method of a monitor's request after a change. Undefined: the request has no method of its own. */
const methodOf = ({ request }: OptionInput, earlier: MonitorTarget | null) =>
  (request === undefined ? earlier?.request : request)?.method

const sealGiven = Effect.fn("sealOptions")(function* <Input extends OptionInput>(
  caller: Caller,
  input: Input,
  target: NewTarget,
  earlier: MonitorTarget | null
) {
  const { request } = input
  const method = methodOf(input, earlier)
  const interval = input.checkInterval ?? target.checkInterval
  if (method !== undefined && isUnsafeMethod(method) && (interval ?? 0) < requestLimits.unsafeIntervalSeconds)
    return yield* new BadRequest({ message: messages.unsafeInterval(method, requestLimits.unsafeIntervalSeconds) })
  if (request === undefined || request === null) return input
  if (method !== undefined && isUnsafeMethod(method))
    yield* requireProof(caller, target.hostname, (name, value) =>
      messages.hostNotProven(method, target.hostname, name, value)
    )
  const sealed = yield* sealRequest(caller.viewer.accountKey, target.url, request satisfies SealedRequest, earlier)
  if (!sealed.ok) return yield* new BadRequest({ message: messages.enterAgain(`request.${sealed.where}`) })
  return { ...input, request: sealed.value } satisfies OptionInput as Input
})

/**
 * Returns the options of a monitor in their stored form, with encrypted secrets. Refuses HTTP methods that may change
 * data on a host if the caller has not proven ownership of the host, or if the interval is too short.
 */
export const sealOptions = <Input extends OptionInput>(
  caller: Caller,
  input: Input,
  target: NewTarget,
  earlier: MonitorTarget | null
) =>
  (input.request ?? null) === null && methodOf(input, earlier) === undefined
    ? Effect.succeed(input)
    : sealGiven(caller, input, target, earlier)

export interface DependencyInput {
  readonly dependsOn?: ReadonlyArray<string>
}

/** The largest number of characters of an unknown id that an error message repeats. */
const SHOWN = 64

/**
 * Returns the input with the monitor's parents in their stored form. Refuses parents that the caller cannot see, and
 * circles.
 */
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

export const checkNewDependencies = <Input extends DependencyInput>(caller: Caller, input: Input) =>
  input.dependsOn === undefined || input.dependsOn.length === 0
    ? Effect.succeed(input)
    : checked(caller, null, input, input.dependsOn)

/**
 * Changes a monitor. A change of its parents runs in one transaction, so that two simultaneous changes cannot form a
 * circle.
 */
export const updateWithDependencies = <Input extends DependencyInput, R>(
  caller: Caller,
  id: string,
  input: Input,
  update: (input: Input) => Effect.Effect<ReadonlyArray<string>, StoreError, R>
) =>
  input.dependsOn === undefined
    ? update(input)
    : inTransaction("updateWithDependencies", Effect.flatMap(checked(caller, id, input, input.dependsOn), update))

const minimumOf = (kind: MonitorKind, { limits }: Caller): number => shortestInterval(kind, limits)

/** Returns the reason why the plan does not allow an interval (in seconds), or null. */
export const intervalFault = (kind: MonitorKind, interval: number | undefined, caller: Caller): string | null => {
  const minimum = minimumOf(kind, caller)
  return interval !== undefined && interval < minimum ? messages.intervalTooShort(minimum, caller.limits.title) : null
}

/** Returns the default interval, or the shortest interval of the plan if that is longer, in seconds. */
export const shortestDefault = (kind: MonitorKind, interval: number, caller: Caller): number =>
  Math.max(interval, minimumOf(kind, caller))
