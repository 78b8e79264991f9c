/**
 * The outcome of a field. `carried`: the file contains the field unchanged. `changed`: the file contains it with
 * another meaning or value. `left_out`: the file does not contain it.
 */
export type FieldOutcome = "carried" | "changed" | "left_out"

/** A line of a report, about one field of the source. */
export interface FieldLine {
  /** The name of the field in the source. Empty for the whole object. Dots and brackets lead to inner fields. */
  readonly field: string
  readonly outcome: FieldOutcome
  /** The field of the configuration file, such as `expect[0]`. Null if the file has no such field. */
  readonly to: string | null
  /** An explanation of the change, or the reason why the field was left out. Null for a field that was carried over. */
  readonly note: string | null
}

export const groupKinds = ["file", "monitor", "tag", "channel", "route", "maintenanceWindow", "statusPage"] as const
/** The kind of object that a group of lines is about. */
export type GroupKind = (typeof groupKinds)[number]

/** The report lines of one object of the source. */
export interface ReportGroup<K extends string = GroupKind> {
  readonly kind: K
  /** The object's id in the source. */
  readonly id: string
  readonly name: string
  /**
   * The object's path in the configuration file, such as `domains.kuma-12`. Null if the file does not contain the
   * object.
   */
  readonly path: string | null
  /** The reason why the file does not contain the object. Null if the file contains the object. */
  readonly reason: string | null
  /** The kind of check, if the object was left out because Mon does not have this kind. */
  readonly missingKind: string | null
  readonly lines: ReadonlyArray<FieldLine>
  /** The names of fields that Mon does not have and that are empty, off, or at the source's default. */
  readonly unset: ReadonlyArray<string>
}

/** The numbers of imported and left-out objects of one kind. */
export interface KindCount<K extends string = GroupKind> {
  readonly kind: K
  readonly imported: number
  readonly leftOut: number
}

/** A secret that the import found. The report does not contain its value. */
export interface FoundSecret {
  /** The name of the environment variable that replaces the secret in the file. */
  readonly name: string
  /** The secret's path in the configuration file, such as `domains.kuma-12.request.auth.password`. */
  readonly path: string
}

/** A channel of the source that is not in the file. The alerts of this channel now go to other channels. */
export interface LostChannel {
  readonly name: string
  /** The reason why the file does not contain the channel. */
  readonly reason: string
  /** The names of the monitors whose alerts the channel received. */
  readonly monitors: ReadonlyArray<string>
}

/** The report of an import: the outcome of every object and field that was read. */
export interface ImportReport {
  readonly source: string
  /** The kinds of checks that Mon does not have, most frequent first. */
  readonly missingKinds: ReadonlyArray<{ readonly kind: string; readonly count: number }>
  readonly counts: ReadonlyArray<KindCount>
  readonly fields: { readonly carried: number; readonly changed: number; readonly leftOut: number }
  readonly secrets: ReadonlyArray<FoundSecret>
  readonly lostChannels: ReadonlyArray<LostChannel>
  readonly groups: ReadonlyArray<ReportGroup>
}
