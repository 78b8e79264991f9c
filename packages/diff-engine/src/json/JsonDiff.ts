/** An operation of a JSON Patch (RFC 6902, section 4). Its values are those of the later document, not copies. */
export type JsonOperation =
  | { readonly op: "add" | "replace"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string }

/** A value that only one document has, or that differs. Paths are JSON Pointers (RFC 6901) into that document. */
export type JsonChange =
  | { readonly kind: "added"; readonly newPath: string; readonly newValue: unknown }
  | { readonly kind: "removed"; readonly oldPath: string; readonly oldValue: unknown }
  | {
      readonly kind: "replaced"
      readonly oldPath: string
      readonly newPath: string
      readonly oldValue: unknown
      readonly newValue: unknown
    }

/** The differences between two JSON documents. */
export interface ComparedJson {
  readonly state: "ok"
  readonly changed: boolean
  /** In the order of the documents. */
  readonly changes: ReadonlyArray<JsonChange>
  /** The patch that turns the earlier document into the later one: one operation for each change. */
  readonly patch: ReadonlyArray<JsonOperation>
  /** Whether a limit was reached: the patch is correct, but it may not be the shortest. */
  readonly approximate: boolean
}

/** Why two JSON documents were not compared. */
export interface OversizedJson {
  readonly state: "too_large"
  /** A sentence. */
  readonly reason: string
}

/** The result of `diffJson`. */
export type JsonDiff = ComparedJson | OversizedJson

/** Options of `diffJson`. */
export interface JsonDiffOptions {
  /**
   * Names of members that identify the items of an array, such as `id`. The first one applies that every item of both
   * arrays has, with a different text or number in each item. Other arrays are compared by their whole items. Default:
   * none.
   */
  readonly keys?: ReadonlyArray<string>
  /** The most values of both documents together. Default: 500,000. */
  readonly maxValues?: number
  /** The most operations of a patch. A longer patch is one replacement of the whole document. Default: 10,000. */
  readonly maxOperations?: number
}
