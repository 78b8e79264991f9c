import type { Section } from "./sections.ts"

/** The value of a field, as JSON. */
export type FieldValue = unknown

/** The fields of an object with all defaults. Other objects are named by their keys, secrets by keyed hashes. */
export type ObjectFields = Readonly<Record<string, FieldValue>>

/** An object that a file wants. */
export interface WantedObject {
  readonly section: Section
  readonly key: string
  /** The address or the name that identifies an object in its section. */
  readonly identity: string
  readonly fields: ObjectFields
}

/** An object of an account. */
export interface StoredObject {
  readonly section: Section
  readonly id: string
  readonly name: string
  readonly identity: string
  readonly fields: ObjectFields
  /** The project that has the object, and the object's key there. Null: no file has it. */
  readonly owner: { readonly project: string; readonly key: string } | null
  /** The fields that a file gave it last. Null: none did. */
  readonly applied: ObjectFields | null
}

/** A field that changes. */
export interface FieldChange {
  readonly field: string
  readonly from: FieldValue
  readonly to: FieldValue
}

interface Named {
  readonly section: Section
  readonly key: string
}

/** Something that will be made. */
export interface PlannedCreation extends Named {
  /** It takes the place of an object that is deleted, because one of its fields cannot change. */
  readonly replaces: boolean
  readonly fields: ObjectFields
}

/** Something that will change. */
export interface PlannedUpdate extends Named {
  readonly id: string
  readonly changes: ReadonlyArray<FieldChange>
}

/** Something that the file did not have under this key before, and has from now on. */
export interface PlannedAdoption extends Named {
  readonly id: string
  /** The key that it had before; null: no file had it. */
  readonly earlierKey: string | null
}

/** Something that exists already, and that a file which only adds leaves as it is. */
export interface KeptObject extends Named {
  readonly id: string
  readonly name: string
}

/** Something that will be deleted. */
export interface PlannedDeletion extends Named {
  readonly id: string
  readonly name: string
  /** Another object takes its place. */
  readonly replaced: boolean
}

/** A field that somebody changed since the file was applied. */
export interface Drift extends Named {
  readonly field: string
  readonly applied: FieldValue
  readonly current: FieldValue
}

/** Something that cannot be done. */
export interface PlanRefusal extends Named {
  readonly message: string
}

/** Something of the account that no file has. */
export interface UnmanagedObject {
  readonly section: Section
  readonly id: string
  readonly name: string
}

/** The changes that make an account match a file. */
export interface ConfigPlan {
  readonly create: ReadonlyArray<PlannedCreation>
  readonly update: ReadonlyArray<PlannedUpdate>
  readonly adopt: ReadonlyArray<PlannedAdoption>
  readonly delete: ReadonlyArray<PlannedDeletion>
  /** The keys of the routes of the file in their order; null if it stays. */
  readonly routeOrder: { readonly from: ReadonlyArray<string>; readonly to: ReadonlyArray<string> } | null
  readonly drift: ReadonlyArray<Drift>
  readonly unmanaged: ReadonlyArray<UnmanagedObject>
  readonly kept: ReadonlyArray<KeptObject>
  readonly refused: ReadonlyArray<PlanRefusal>
}

/** Returns the number of changes that a plan makes. Adoptions change nothing but the owner. */
export const countChanges = ({
  create,
  delete: deleted,
  routeOrder,
  update
}: Pick<ConfigPlan, "create" | "update" | "delete" | "routeOrder">): number =>
  create.length + update.length + deleted.length + (routeOrder === null ? 0 : 1)
