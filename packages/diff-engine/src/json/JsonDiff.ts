/** An operation of a JSON Patch (RFC 6902, section 4). Its values are the objects of the later document, not copies. */
export type JsonOperation =
  | { readonly op: "add" | "replace"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string }

/**
 * A value that only one document has, or that differs between the documents. Each path is a JSON Pointer (RFC 6901)
 * into its document.
 */
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
  /** The changes, in document order. */
  readonly changes: ReadonlyArray<JsonChange>
  /** The patch that turns the earlier document into the later one. It has one operation for each change. */
  readonly patch: ReadonlyArray<JsonOperation>
  /** Whether the comparison reached a limit. The patch is still correct, but it may not be the shortest. */
  readonly approximate: boolean
}

/** The result for documents that are too large to compare. */
export interface OversizedJson {
  readonly state: "too_large"
  /** The reason why the documents cannot be compared, as a sentence. */
  readonly reason: string
}

/** The result of `diffJson`. */
export type JsonDiff = ComparedJson | OversizedJson

/** Options of `diffJson`. */
export interface JsonDiffOptions {
  /**
   * Names of members that identify the items of an array, such as `id`. A name applies to two arrays if every item of
   * both arrays has a member with this name whose value is a text or number that is unique within its array. The first
   * name that applies is used. If no name applies, whole items are compared. Default: no names.
   */
  readonly keys?: ReadonlyArray<string>
  /** The maximum number of values in both documents together. Default: 500,000. */
  readonly maxValues?: number
  /**
   * The maximum number of operations in a patch. A longer patch becomes a single operation that replaces the whole
   * document. Default: 10,000.
   */
  readonly maxOperations?: number
}
