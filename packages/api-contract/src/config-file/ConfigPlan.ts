import type { Section } from "./sections.ts"

/** The value of a field, as JSON. */
export type FieldValue = unknown

/**
 * All fields of an object, including defaults. A reference to another object is that object's key, and a secret is a
 * keyed hash.
 */
export type ObjectFields = Readonly<Record<string, FieldValue>>

/** An object that a file contains. */
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
  /**
   * The project that owns the object, and the object's key in the project's file. Null if no project owns the object.
   */
  readonly owner: { readonly project: string; readonly key: string } | null
  /** The fields as the last applied file set them. Null if no file has set them. */
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

/** An object that will be created. */
export interface PlannedCreation extends Named {
  /** Whether the new object replaces one that is deleted because a field cannot be changed. */
  readonly replaces: boolean
  readonly fields: ObjectFields
}

/** An object that will be changed. */
export interface PlannedUpdate extends Named {
  readonly id: string
  readonly changes: ReadonlyArray<FieldChange>
}

/** An existing object that the file will own under this key from now on. */
export interface PlannedAdoption extends Named {
  readonly id: string
  /** The object's key before this file adopts it. Null if no file owned the object. */
  readonly earlierKey: string | null
}

/** An existing object that stays unchanged, because the file only adds objects. */
export interface KeptObject extends Named {
  readonly id: string
  readonly name: string
}

/** An object that will be deleted. */
export interface PlannedDeletion extends Named {
  readonly id: string
  readonly name: string
  /** Whether another object replaces the deleted one. */
  readonly replaced: boolean
}

/** A field that somebody has changed since the file was last applied. */
export interface Drift extends Named {
  readonly field: string
  readonly applied: FieldValue
  readonly current: FieldValue
}

/** A change that cannot be made. */
export interface PlanRefusal extends Named {
  readonly message: string
}

/** An object of the account that no file owns. */
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
  /** The keys of the file's routes, in order, before and after the change. Null if the order does not change. */
  readonly routeOrder: { readonly from: ReadonlyArray<string>; readonly to: ReadonlyArray<string> } | null
  readonly drift: ReadonlyArray<Drift>
  readonly unmanaged: ReadonlyArray<UnmanagedObject>
  readonly kept: ReadonlyArray<KeptObject>
  readonly refused: ReadonlyArray<PlanRefusal>
}

/** Returns the number of changes in a plan. Does not count adoptions, because an adoption changes only the owner. */
export const countChanges = ({
  create,
  delete: deleted,
  routeOrder,
  update
}: Pick<ConfigPlan, "create" | "update" | "delete" | "routeOrder">): number =>
  create.length + update.length + deleted.length + (routeOrder === null ? 0 : 1)
