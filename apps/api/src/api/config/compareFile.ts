import { errorStatus, messages } from "@mon/api-contract"
import {
  type ConfigPlan,
  fieldValue,
  fixedFields,
  isSameValue,
  keySpaceOf,
  matchObjects,
  type ObjectFields,
  type ObjectMatch,
  planMatches,
  type Section
} from "@mon/api-contract/config-file"
import { Effect, Result } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { type OwnedObject, storedObject } from "./accountState.ts"
import { keysOf, namesOf } from "./Names.ts"
import { type FileObject, referencesOf } from "./payloads.ts"
import type { ConfigFile } from "./readFile.ts"
import { type HashSecret, secretHasher } from "./secretHashes.ts"
import { betweenTurns, inTurns } from "../turns.ts"
import {
  type LightObject,
  lightObject,
  sealedFault,
  type SecretReader,
  secretReader,
  wantedFields
} from "./wantedState.ts"

/** A change that cannot be made, and the reason. It has no line number yet. */
export interface Refused {
  readonly section: Section
  readonly key: string
  readonly error: Error
}

/** An object in a file, and the state that the object should have. */
export interface Wish {
  readonly object: FileObject
  readonly fields: ObjectFields
  /** The host that a monitor checks. Null for other objects. */
  readonly hostname: string | null
  readonly stored: OwnedObject | null
  readonly secrets: SecretReader
}

export interface Comparison {
  readonly project: string
  /** Whether the file only adds objects, without making its project their owner. */
  readonly addOnly: boolean
  readonly plan: ConfigPlan
  readonly wishes: ReadonlyArray<Wish>
  readonly objects: ReadonlyArray<OwnedObject>
  /** The keys with which files refer to the account's objects, by object id. */
  readonly keys: ReadonlyMap<string, string>
  readonly refused: ReadonlyArray<Refused>
}

/** Returns an error for each reference to a nonexistent object of another project. */
const unknownKeys = (
  files: ReadonlyArray<FileObject>,
  objects: ReadonlyArray<OwnedObject>,
  project: string
): ReadonlyArray<Refused> => {
  const known = new Set(
    objects.flatMap(({ owner, section }) =>
      owner === null || owner.project === project ? [] : [`${keySpaceOf(section)} ${owner.project}/${owner.key}`]
    )
  )
  return files.flatMap((object) =>
    referencesOf(object)
      .filter(([section, key]) => key.includes("/") && !known.has(`${keySpaceOf(section)} ${key}`))
      .map(([, key]) => ({
        section: object.section,
        key: object.key,
        error: new Error(messages.configUnknownKey(key))
      }))
  )
}

/**
 * Returns the fields of an object in the file. If neither the file nor the account has changed a field since the file
 * was last applied, returns the field's current value.
 */
const asStored = (fields: ObjectFields, current: ObjectFields, { applied }: OwnedObject): ObjectFields => {
  if (applied === null) return fields
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => {
      const isSettled =
        Object.hasOwn(applied.stored, field) &&
        isSameValue(fieldValue(applied.fields, field), value) &&
        isSameValue(applied.stored[field], fieldValue(current, field))
      return [field, isSettled ? fieldValue(current, field) : value]
    })
  )
}

/**
 * Returns whether a fixed field changes. If so, a new object replaces the old object, but does not inherit its secrets.
 */
const isReplaced = ({ fields, section }: LightObject, stored: OwnedObject): boolean =>
  (fixedFields[section] ?? []).some((field) => !isSameValue(fieldValue(fields, field), fieldValue(stored.fixed, field)))

interface Light {
  readonly object: FileObject
  readonly light: LightObject
}

/** The sections that decide who receives alerts. Channels come first, because routes refer to them. */
const namesakes = ["channels", "routes"] as const satisfies ReadonlyArray<Section>

interface Candidates {
  readonly project: string
  readonly lights: ReadonlyArray<Light>
  readonly objects: ReadonlyArray<OwnedObject>
  readonly hashSecret: HashSecret
}

/**
 * For a file that only adds objects: if an object of the file and an existing object have equal names but differ,
 * removes the match between them. Otherwise, alerts would go to other receivers than the file defines.
 */
const withoutNamesakes = Effect.fnUntraced(function* (
  caller: Caller,
  { hashSecret, lights, objects, project }: Candidates,
  found: ReadonlyArray<ObjectMatch>
) {
  let matches = found
  for (const section of namesakes) {
    const names = namesOf(keysOf(project, objects, matches))
    const settled: Array<ObjectMatch> = []
    for (const [index, match] of matches.entries()) {
      yield* betweenTurns(index)
      const placed = lights[index]
      const stored =
        match.stored === null || match.stored.section !== section
          ? undefined
          : objects.find((object) => object.section === section && object.id === match.stored?.id)
      if (stored === undefined || placed === undefined) {
        settled.push(match)
        continue
      }
      const { light, object } = placed
      const secrets = secretReader(stored, hashSecret)
      const wanted = yield* Effect.result(wantedFields(object, light, caller, stored, secrets))
      const current = stored.fields(names)
      const isSame =
        Result.isFailure(wanted) ||
        Object.entries(wanted.success).every(([field, value]) => isSameValue(fieldValue(current, field), value))
      settled.push(isSame ? match : { ...match, stored: null })
    }
    matches = settled
  }
  return matches
})

/** Compares a file with an account. Refused changes are part of the result. Fails only if the service itself fails. */
export const compareFile = Effect.fn("compareFile")(function* (
  caller: Caller,
  { addOnly, objects: files, project }: Pick<ConfigFile, "addOnly" | "objects" | "project">,
  objects: ReadonlyArray<OwnedObject>
) {
  const hashSecret = yield* secretHasher
  const refused: Array<Refused> = [...unknownKeys(files, objects, project)]
  const lights: Array<Light> = []
  for (const [index, object] of files.entries()) {
    yield* betweenTurns(index)
    const light = lightObject(object, caller)
    if (light !== null) lights.push({ object, light })
    else refused.push({ section: object.section, key: object.key, error: new Error(messages.urlNotPublic) })
  }
  const everything = objects.map((object) => storedObject(object))
  const byId = new Map(objects.map((object) => [`${object.section} ${object.id}`, object]))
  const found = matchObjects(
    project,
    lights.map(({ light }) => light),
    everything,
    { addOnly }
  )
  const matches = addOnly ? yield* withoutNamesakes(caller, { project, lights, objects, hashSecret }, found) : found
  const keys = keysOf(project, objects, matches)
  const names = namesOf(keys)
  const wishes: Array<Wish> = []
  const compared: Array<ObjectMatch> = []
  for (const [index, { light, object }] of lights.entries()) {
    yield* betweenTurns(index)
    const { key, section } = object
    const { foreign = null, stored: known = null } = matches[index] ?? {}
    const stored = known === null ? null : (byId.get(`${section} ${known.id}`) ?? null)
    const current = stored?.fields(names) ?? null
    if (addOnly && stored !== null) {
      compared.push({ wanted: light, stored: storedObject(stored), foreign })
      continue
    }
    const compare = (fields: ObjectFields) => {
      const match = stored === null || current === null ? null : storedObject(stored, current)
      compared.push({ wanted: { ...light, fields }, stored: match, foreign })
    }
    const replaced = stored !== null && isReplaced(light, stored)
    const kept = replaced ? null : stored
    const secrets = secretReader(kept, hashSecret)
    const wanted = yield* Effect.result(wantedFields(object, light, caller, kept, secrets))
    if (Result.isFailure(wanted)) {
      const error = wanted.failure
      if (errorStatus(error) === null || errorStatus(error) === 503) return yield* Effect.fail(error)
      refused.push({ section, key, error })
      compare(current ?? light.fields)
      continue
    }
    for (const place of secrets.unknown) refused.push({ section, key, error: sealedFault(place, replaced) })
    wishes.push({ object, fields: wanted.success, hostname: light.monitor?.hostname ?? null, stored: kept, secrets })
    compare(kept === null || current === null ? wanted.success : asStored(wanted.success, current, kept))
  }
  const plan = yield* inTurns(planMatches(project, compared, everything, { addOnly }))
  for (const { key, message, section } of plan.refused) refused.push({ section, key, error: new Error(message) })
  return { project, addOnly, plan, wishes, objects, keys, refused } satisfies Comparison
})
