/** The outcome of a field: taken over as it is, taken over with another meaning or value, or not taken over. */
export type FieldOutcome = "carried" | "changed" | "left_out"

/** The line of a report about one field of the source. */
export interface FieldLine {
  /** Its name in the source. Empty: the whole object. Dots and brackets lead to inner fields. */
  readonly field: string
  readonly outcome: FieldOutcome
  /** The field of the configuration file, such as `expect[0]`; null if there is none. */
  readonly to: string | null
  /** An explanation of the change, or the reason why it was left out. Null for a field that was carried over. */
  readonly note: string | null
}

/** The kinds of objects that a group of lines is about. */
export const groupKinds = ["file", "monitor", "tag", "channel", "route", "maintenanceWindow", "statusPage"] as const
/** The kind of object that a group of lines is about. */
export type GroupKind = (typeof groupKinds)[number]

/** The lines of one object of the source. */
export interface ReportGroup {
  readonly kind: GroupKind
  /** Its id in the source. */
  readonly id: string
  readonly name: string
  /** Its path in the configuration file, such as `domains.kuma-12`. Null: it is not there. */
  readonly path: string | null
  /** The reason why it is not there; null if it is there. */
  readonly reason: string | null
  /** The kind of check that Mon does not have, if that is the reason. */
  readonly missingKind: string | null
  readonly lines: ReadonlyArray<FieldLine>
  /** Fields that are empty, off, or have the default of the source, and that Mon does not have. */
  readonly unset: ReadonlyArray<string>
}

/** A number of objects. */
export interface KindCount {
  readonly kind: GroupKind
  readonly imported: number
  readonly leftOut: number
}

/** A secret that was found. Its value is not part of the report. */
export interface FoundSecret {
  /** Name of the environment variable. */
  readonly name: string
  /** Its path in the configuration file, such as `domains.kuma-12.request.auth.password`. */
  readonly path: string
}

/** A channel of the source that the file does not have, so that alerts which went there go elsewhere. */
export interface LostChannel {
  readonly name: string
  /** The reason why the file does not have it. */
  readonly reason: string
  /** Names of the monitors whose alerts went there. */
  readonly monitors: ReadonlyArray<string>
}

/** The report of an import: the outcome of everything that was read. */
export interface ImportReport {
  readonly source: string
  /** Kinds of checks that Mon does not have, most frequent first. */
  readonly missingKinds: ReadonlyArray<{ readonly kind: string; readonly count: number }>
  readonly counts: ReadonlyArray<KindCount>
  readonly fields: { readonly carried: number; readonly changed: number; readonly leftOut: number }
  readonly secrets: ReadonlyArray<FoundSecret>
  readonly lostChannels: ReadonlyArray<LostChannel>
  readonly groups: ReadonlyArray<ReportGroup>
}
