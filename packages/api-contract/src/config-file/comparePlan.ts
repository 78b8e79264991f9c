import type {
  ConfigPlan,
  Drift,
  FieldChange,
  KeptObject,
  ObjectFields,
  PlannedAdoption,
  PlannedCreation,
  PlannedDeletion,
  PlannedUpdate,
  PlanRefusal,
  StoredObject,
  WantedObject
} from "./ConfigPlan.ts"
import { fieldValue, isSameValue } from "./isSameValue.ts"
import { fixedFields, type Section, sections } from "./sections.ts"

/** A wanted object and the corresponding stored object, if any. */
export interface ObjectMatch {
  readonly wanted: WantedObject
  readonly stored: StoredObject | null
  /** The other project that owns the corresponding object. Null if no other project owns it. */
  readonly foreign: string | null
}

const isFixed = ({ section }: WantedObject, field: string): boolean => fixedFields[section]?.includes(field) === true

const hasSameFixed = (wanted: WantedObject, stored: StoredObject): boolean =>
  (fixedFields[wanted.section] ?? []).every((field) =>
    isSameValue(fieldValue(wanted.fields, field), fieldValue(stored.fields, field))
  )

/** Returns the fields that differ between a stored and a wanted object. Ignores fields that the file does not have. */
const changesOf = (stored: ObjectFields, wanted: ObjectFields): ReadonlyArray<FieldChange> =>
  Object.entries(wanted)
    .map(([field, to]) => ({ field, from: fieldValue(stored, field), to }))
    .filter(({ from, to }) => !isSameValue(from, to))
    .map(({ field, from = null, to }) => ({ field, from, to }))

const ownKeyOf = ({ owner }: StoredObject, project: string): string | null =>
  owner?.project === project ? owner.key : null

/** Options for the comparison of a file with an account. */
export interface CompareOptions {
  /** Whether the file only adds missing objects to the account. Default: false. */
  readonly addOnly?: boolean
}

const placeOf = ({ section }: { readonly section: string }, name: string): string => `${section} ${name}`

/**
 * Finds the existing object with the same identity for each wanted object. The existing object can belong to any
 * project.
 */
const matchExisting = (
  wanted: ReadonlyArray<WantedObject>,
  stored: ReadonlyArray<StoredObject>
): ReadonlyArray<ObjectMatch> => {
  const existing = new Map(stored.toReversed().map((one) => [placeOf(one, one.identity), one]))
  return wanted.map((one) => ({ wanted: one, stored: existing.get(placeOf(one, one.identity)) ?? null, foreign: null }))
}

/**
 * Finds the stored object for each wanted object. First compares keys, then identities. For identities, only considers
 * objects of the project whose keys the file no longer has, and objects that no project owns. With `addOnly`, considers
 * all objects.
 */
export const matchObjects = (
  project: string,
  wanted: ReadonlyArray<WantedObject>,
  stored: ReadonlyArray<StoredObject>,
  { addOnly = false }: CompareOptions = {}
): ReadonlyArray<ObjectMatch> => {
  if (addOnly) return matchExisting(wanted, stored)
  const byKey = new Map<string, StoredObject>()
  for (const one of stored) {
    const key = ownKeyOf(one, project)
    if (key !== null) byKey.set(placeOf(one, key), one)
  }
  const wantedKeys = new Set(wanted.map((one) => placeOf(one, one.key)))
  const free = new Map<string, Array<StoredObject>>()
  const foreign = new Map<string, string>()
  for (const one of stored) {
    const place = placeOf(one, one.identity)
    const key = ownKeyOf(one, project)
    if (key === null && one.owner !== null) foreign.set(place, one.owner.project)
    else if (key === null || !wantedKeys.has(placeOf(one, key))) free.set(place, [...(free.get(place) ?? []), one])
  }
  return wanted.map((one) => {
    const owned = byKey.get(placeOf(one, one.key))
    if (owned !== undefined) return { wanted: one, stored: owned, foreign: null }
    const place = placeOf(one, one.identity)
    // An object that no project owns is never deleted, so its fixed fields must not differ.
    const candidates = free.get(place) ?? []
    const index = candidates.findIndex((candidate) => candidate.owner !== null || hasSameFixed(one, candidate))
    const [found = null] = index < 0 ? [] : candidates.splice(index, 1)
    return { wanted: one, stored: found, foreign: found === null ? (foreign.get(place) ?? null) : null }
  })
}

const routeOrderOf = (
  matches: ReadonlyArray<ObjectMatch>,
  stored: ReadonlyArray<StoredObject>
): ConfigPlan["routeOrder"] => {
  const routes = matches.filter(({ wanted }) => wanted.section === "routes")
  const keys = new Map(routes.flatMap(({ stored: found, wanted }) => (found === null ? [] : [[found.id, wanted.key]])))
  const from = stored.flatMap(({ id, section }) => (section === "routes" ? (keys.get(id) ?? []) : []))
  const created = routes.filter((match) => match.stored === null).map(({ wanted }) => wanted.key)
  const to = routes.map(({ wanted }) => wanted.key)
  return isSameValue([...from, ...created], to) ? null : { from, to }
}

const driftOf = ({ stored, wanted }: ObjectMatch): ReadonlyArray<Drift> => {
  if (stored === null || stored.applied === null) return []
  const { section } = wanted
  return changesOf(stored.fields, stored.applied).map(({ field, from, to }) => ({
    section,
    key: wanted.key,
    field,
    applied: to,
    current: from
  }))
}

const rankOf = ({ section }: { readonly section: Section }): number => sections.indexOf(section)

const bySection = (one: { readonly section: Section }, other: { readonly section: Section }): number =>
  rankOf(one) - rankOf(other)

/** The number of objects in each step. The program can do other work between two steps. */
const OBJECTS_PER_STEP = 50

/** The id alone is not unique: objects in different sections may have equal ids. */
const idPlaceOf = ({ id, section }: StoredObject): string => placeOf({ section }, id)

/**
 * Compares matched objects in steps of 50, so that the program can do other work in between. {@link comparePlan}
 * returns the same result, but does all the work at once, including the matching.
 */
export function* planMatches(
  project: string,
  matches: ReadonlyArray<ObjectMatch>,
  stored: ReadonlyArray<StoredObject>,
  { addOnly = false }: CompareOptions = {}
): Generator<void, ConfigPlan> {
  const create: Array<PlannedCreation> = []
  const update: Array<PlannedUpdate> = []
  const adopt: Array<PlannedAdoption> = []
  const removed: Array<PlannedDeletion> = []
  const refused: Array<PlanRefusal> = []
  const drift: Array<Drift> = []
  const kept: Array<KeptObject> = []
  for (const [index, match] of matches.entries()) {
    if (index % OBJECTS_PER_STEP === OBJECTS_PER_STEP - 1) yield
    const { foreign, stored: found, wanted: one } = match
    const { fields, key, section } = one
    if (!addOnly) drift.push(...driftOf(match))
    if (found === null) {
      if (foreign === null) create.push({ section, key, replaces: false, fields })
      else refused.push({ section, key, message: `The ${foreign} project already owns this object.` })
      continue
    }
    if (addOnly) {
      kept.push({ section, key, id: found.id, name: found.name })
      continue
    }
    const changes = changesOf(found.fields, fields)
    if (changes.some(({ field }) => isFixed(one, field))) {
      removed.push({ section, key, id: found.id, name: found.name, replaced: true })
      create.push({ section, key, replaces: true, fields })
      continue
    }
    const earlierKey = ownKeyOf(found, project)
    if (earlierKey !== key) adopt.push({ section, key, id: found.id, earlierKey })
    if (changes.length > 0) update.push({ section, key, id: found.id, changes })
  }
  yield
  const matched = new Set(matches.flatMap(({ stored: found }) => (found === null ? [] : [idPlaceOf(found)])))
  const rest = stored.filter((one) => !matched.has(idPlaceOf(one)))
  for (const one of rest) {
    const key = ownKeyOf(one, project)
    if (key !== null && !addOnly)
      removed.push({ section: one.section, key, id: one.id, name: one.name, replaced: false })
  }
  const unmanaged = rest.filter(({ owner }) => owner === null).map(({ id, name, section }) => ({ section, id, name }))
  return {
    create: create.toSorted(bySection),
    update: update.toSorted(bySection),
    adopt: adopt.toSorted(bySection),
    delete: removed.toSorted(bySection),
    routeOrder: addOnly ? null : routeOrderOf(matches, stored),
    drift,
    unmanaged,
    kept: kept.toSorted(bySection),
    refused
  }
}

/**
 * Compares a file with an account. Only objects of the project, and objects that the file adopts, are changed or
 * deleted. `stored` must have the order of the account, which matters for routes.
 */
export const comparePlan = (
  project: string,
  wanted: ReadonlyArray<WantedObject>,
  stored: ReadonlyArray<StoredObject>,
  options: CompareOptions = {}
): ConfigPlan => {
  const steps = planMatches(project, matchObjects(project, wanted, stored, options), stored, options)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}
