import type { ObjectFields, StoredObject } from "@mon/api-contract/config-file"
import { ConfigFiles, type ConfigKeyRow } from "@mon/core-store"
import { Effect, Option, Schema } from "effect"
import { createHash } from "node:crypto"
import type { Caller } from "../../auth/Caller.ts"
import { type AccountObject, noParts, PartIds } from "./AccountObject.ts"
import { alertObjects } from "./alertState.ts"
import { monitorObjects } from "./monitorState.ts"
import { type NamedObject, type Names, namesOf, type Owner } from "./Names.ts"
import { pageObjects } from "./pageState.ts"
import { secretHasher } from "./secretHashes.ts"
import { betweenTurns } from "../turns.ts"

/**
 * The fields of an object in the file that was last applied, and the stored values of fields that the service stored in
 * another form. All values come from JSON and are only compared, so they are not decoded further.
 */
const Applied = Schema.Struct({
  fields: Schema.Record(Schema.String, Schema.Unknown),
  stored: Schema.Record(Schema.String, Schema.Unknown)
})
type Applied = typeof Applied.Type

export interface OwnedObject extends AccountObject, NamedObject {
  readonly owner: Owner | null
  readonly applied: Applied | null
}

const decodeParts = Schema.decodeUnknownOption(PartIds)
const decodeApplied = Schema.decodeUnknownOption(Applied)

const placeOf = (section: string, id: string): string => `${section} ${id}`

/**
 * Reads all objects of an account that can be in a configuration file, in the order in which the account lists them.
 */
export const readAccount = Effect.fn("readAccount")(function* (caller: Caller) {
  const rows = yield* (yield* ConfigFiles).keys(caller.viewer)
  const byTarget = new Map<string, ConfigKeyRow>(rows.map((row) => [placeOf(row.section, row.target), row]))
  const partsOf = (id: string): PartIds =>
    Option.getOrElse(decodeParts(byTarget.get(placeOf("statusPages", id))?.parts), () => noParts)
  const hashSecret = yield* secretHasher
  const alerts = yield* alertObjects(caller, hashSecret)
  const monitors = yield* monitorObjects(caller, hashSecret)
  const pages = yield* pageObjects(caller, hashSecret, partsOf)
  const objects: Array<OwnedObject> = []
  for (const object of [...alerts, ...monitors, ...pages]) {
    yield* betweenTurns(objects.length)
    const row = byTarget.get(placeOf(object.section, object.id))
    objects.push({
      ...object,
      owner: row === undefined ? null : { project: row.project, key: row.key },
      applied: row === undefined ? null : Option.getOrNull(decodeApplied(row.applied))
    })
  }
  return objects
})

const byId: Names = namesOf(new Map())

/** Returns a hash that changes whenever an object that a file can contain changes, or gets another owner. */
export const fingerprintOf = Effect.fnUntraced(function* (objects: ReadonlyArray<OwnedObject>) {
  const sum = createHash("sha256")
  for (const [index, { fields, id, owner, section }] of objects.entries()) {
    yield* betweenTurns(index)
    sum.update(JSON.stringify([section, id, owner, fields(byId)]))
  }
  return sum.digest()
})

export const storedObject = (
  { applied, fixed, id, identity, name, owner, section }: OwnedObject,
  fields: ObjectFields = fixed
): StoredObject => ({
  section,
  id,
  name,
  identity,
  fields,
  owner,
  applied: applied === null ? null : { ...applied.fields, ...applied.stored }
})
