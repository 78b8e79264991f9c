import type { ConfigPlanRecord } from "@mon/api-contract"
import { type ConfigPlan, countChanges } from "@mon/api-contract/config-file"
import { Accounts, ConfigFiles, inTransaction, randomBytes, Secrets } from "@mon/core-store"
import { uuidv7 } from "@mon/model"
import { Clock, Data, Effect } from "effect"
import { adminOnly, type Caller } from "../../auth/Caller.ts"
import { fingerprintOf, readAccount } from "./accountState.ts"
import { ApplyContext } from "./ApplyContext.ts"
import { carryOut } from "./carryOut.ts"
import { compareFile, type Refused } from "./compareFile.ts"
import type { FileFault } from "./configJobs.ts"
import { surplusOf } from "./fileLimits.ts"
import { planReceivers } from "./planReceivers.ts"
import { type ConfigFile, readFile } from "./readFile.ts"
import { withLateCopies, withLookups, withoutHashes } from "./withoutEffects.ts"
import { describeChannel, translateChannel } from "@mon/alerts/channels"
import { ofKind } from "../channels/settings.ts"
import { spokenLanguage } from "../languageFor.ts"

const ABOUT_SETTING = /^settings\.(\w+): /u

/**
 * Translates refusals of channel settings into the language of the caller. The dashboard translates all other messages
 * itself.
 */
const spokenRefusals = Effect.fnUntraced(function* (
  caller: Caller,
  { objects }: Pick<ConfigFile, "objects">,
  refused: ReadonlyArray<Refused>
) {
  const language = yield* spokenLanguage(caller)
  const kinds = new Map(
    objects.flatMap((object) => (object.section === "channels" ? [[object.key, object.entry.kind] as const] : []))
  )
  return refused.map((one): Refused => {
    const [start, name] = ABOUT_SETTING.exec(one.error.message) ?? []
    const kind = one.section === "channels" ? kinds.get(one.key) : undefined
    if (start === undefined || kind === undefined || language === "en") return one
    const { fields } = translateChannel(describeChannel(ofKind(kind)), language)
    const said = fields.find((field) => field.name === name)?.message
    return said === undefined ? one : { ...one, error: new Error(`${start}${said}`) }
  })
})

/** The time during which a plan can be applied. After a longer time, the account may have changed. */
const LIFE_SECONDS = 15 * 60
/** The largest number of plans that one person can have ready to be applied. */
const PLANS_OF_PERSON = 10

export const DOCUMENT_LABEL = "config file"

type Record = ConfigPlanRecord
type Positions = ConfigFile["positions"]

/** The error that undoes all changes of a trial. */
class Tried extends Data.TaggedError("Tried")<{ readonly refused: ReadonlyArray<Refused> }> {}

const nothing: Record = {
  planId: null,
  expiresAt: null,
  project: null,
  changes: 0,
  create: [],
  update: [],
  adopt: [],
  delete: [],
  routeOrder: null,
  drift: [],
  unmanaged: [],
  kept: [],
  receivers: [],
  refused: []
}

const inOrder = (faults: ReadonlyArray<FileFault>): ReadonlyArray<FileFault> =>
  faults.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0))

const placesIn =
  (positions: Positions) =>
  (section: string, key: string, field?: string): number | null => {
    const position = positions.get(`${section}.${key}`)
    if (position === undefined) return null
    const { fields, line } = position
    return (field !== undefined && Object.hasOwn(fields, field) ? fields[field] : undefined) ?? line
  }

const faultsOf = (positions: Positions, refused: ReadonlyArray<Refused>): ReadonlyArray<FileFault> =>
  refused.map(({ error, key, section }) => ({
    path: `${section}.${key}`,
    line: positions.get(`${section}.${key}`)?.line ?? null,
    column: positions.get(`${section}.${key}`)?.column ?? null,
    message: error.message
  }))

/**
 * Returns the plan, with the line of each change in the file. The cast is safe, because the fields of objects contain
 * only JSON.
 */
const recordOf = (plan: ConfigPlan, positions: Positions, refused: ReadonlyArray<Refused>) => {
  const lineOf = placesIn(positions)
  const placed = <A extends { readonly section: string; readonly key: string }>(one: A) => ({
    ...one,
    line: lineOf(one.section, one.key)
  })
  return {
    changes: countChanges(plan),
    create: plan.create.map(placed),
    update: plan.update.map(({ changes, ...one }) => ({
      ...placed(one),
      changes: changes.map((change) => ({ ...change, line: lineOf(one.section, one.key, change.field) }))
    })),
    adopt: plan.adopt.map(placed),
    delete: plan.delete,
    routeOrder: plan.routeOrder,
    drift: plan.drift.map((one) => ({ ...one, line: lineOf(one.section, one.key, one.field) })),
    unmanaged: plan.unmanaged,
    kept: plan.kept.map(placed),
    refused: inOrder(faultsOf(positions, refused))
  } as Omit<Record, "planId" | "expiresAt" | "project" | "receivers">
}

/** Returns the caller without a session, because making a plan, unlike applying it, requires no recent sign-in. */
const planner = (caller: Caller): Caller => ({ ...caller, session: null })

/** Makes all changes in the same way as when the plan is applied, and undoes them. Returns the refused changes. */
const tryChanges = (caller: Caller, context: ApplyContext) =>
  inTransaction(
    "planConfig",
    Effect.gen(function* () {
      yield* (yield* Accounts).lock(caller.viewer)
      yield* carryOut(context)
      return yield* new Tried({ refused: context.refused })
    })
  ).pipe(Effect.catchTag("Tried", ({ refused }) => Effect.succeed(refused)))

/**
 * Returns the changes that a configuration file would make, and stores the file as a plan. Changes no object of the
 * account.
 */
export const planFile = Effect.fn("planConfig")(function* (caller: Caller, source: string) {
  yield* adminOnly(caller)
  const reading = yield* readFile(caller, source)
  if (!reading.ok) return { ...nothing, refused: inOrder(reading.faults) }
  const { document, positions, project } = reading.file
  const objects = yield* readAccount(caller)
  const surplus = surplusOf(caller, reading.file, objects)
  if (surplus.length > 0) return { ...nothing, project, refused: inOrder(faultsOf(positions, surplus)) }
  const comparison = yield* compareFile(caller, reading.file, objects)
  const { plan } = comparison
  let refused: ReadonlyArray<Refused> = comparison.refused
  if (refused.length === 0 && countChanges(plan) > 0) {
    const context = new ApplyContext(planner(caller), comparison, true)
    refused = yield* withoutHashes(
      withLateCopies([], withLookups(caller, comparison, tryChanges(caller, context)))
    ).pipe(Effect.catchTag("RefusedChange", ({ refused: one }) => Effect.succeed([one])))
  }
  const record = recordOf(plan, positions, yield* spokenRefusals(caller, reading.file, refused))
  if (refused.length > 0) return { ...nothing, ...record, project }
  const now = yield* Clock.currentTimeMillis
  const id = uuidv7(now, yield* randomBytes(10))
  const sealed = yield* (yield* Secrets).seal(DOCUMENT_LABEL, document, id)
  const saved = {
    id,
    credential: caller.credentialHash,
    document: sealed,
    fingerprint: yield* fingerprintOf(objects),
    lifeSeconds: LIFE_SECONDS
  }
  yield* (yield* ConfigFiles).savePlan(caller.viewer, saved, PLANS_OF_PERSON)
  const receivers = yield* planReceivers(caller, comparison)
  return { ...record, receivers, project, planId: id, expiresAt: new Date(now + LIFE_SECONDS * 1_000).toISOString() }
})
