import type { ObjectFields, Section } from "@mon/api-contract/config-file"
import { Schema } from "effect"
import type { Names } from "./Names.ts"

/** An object of the account in the form that is compared with a configuration file. */
export interface AccountObject {
  readonly section: Section
  readonly id: string
  readonly name: string
  /** The text that identifies the object: two objects of a section with equal texts are the same object. */
  readonly identity: string
  /** The fields that cannot be changed. */
  readonly fixed: ObjectFields
  readonly fields: (names: Names) => ObjectFields
  /** The unencrypted secrets, by their place in the object. They never leave the service. */
  readonly plain: ReadonlyMap<string, string>
  /** The ids of a status page's groups and components, by key. */
  readonly parts: PartIds
}

export const PartIds = Schema.Struct({
  groups: Schema.Record(Schema.String, Schema.String),
  components: Schema.Record(Schema.String, Schema.String)
})
export type PartIds = typeof PartIds.Type

/** The value for objects other than status pages, which have no parts. */
export const noParts: PartIds = { groups: {}, components: {} }
