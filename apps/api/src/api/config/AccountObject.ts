import type { ObjectFields, Section } from "@mon/api-contract/config-file"
import { Schema } from "effect"
import type { Names } from "./Names.ts"

/** An object of the account as a configuration file sees it. */
export interface AccountObject {
  readonly section: Section
  readonly id: string
  readonly name: string
  /** The text that is equal for two objects of a section if they are the same object. */
  readonly identity: string
  /** The fields that no change can alter. */
  readonly fixed: ObjectFields
  readonly fields: (names: Names) => ObjectFields
  /** The secrets by place. They never leave the service. */
  readonly plain: ReadonlyMap<string, string>
  /** Ids of the groups and components of a status page by key. */
  readonly parts: PartIds
}

/** Ids of the parts of a status page by key. */
export const PartIds = Schema.Struct({
  groups: Schema.Record(Schema.String, Schema.String),
  components: Schema.Record(Schema.String, Schema.String)
})
export type PartIds = typeof PartIds.Type

/** The ids of an object that has no parts. Most objects have none. */
export const noParts: PartIds = { groups: {}, components: {} }
