import type { ConfigDocument } from "@mon/api-contract/config-file"
import type { PlanName } from "@mon/model"
import type { ImportReport, ImportSource, LostChannel } from "@mon/import"

export interface ChosenFile {
  readonly name: string
  readonly text: string
}

/**
 * A request to the worker: to detect the kind of files, to read them, or to write the file that is sent to the service.
 */
export type ImportRequest =
  | { readonly kind: "detect"; readonly files: ReadonlyArray<ChosenFile> }
  | {
      readonly kind: "read"
      readonly files: ReadonlyArray<ChosenFile>
      /** The kind of the files. Null: the worker detects it. */
      readonly source: ImportSource | null
      /** The plan of the account, whose limits the result must respect. Absent: the plan is unknown. */
      readonly plan?: PlanName
    }
  | {
      readonly kind: "write"
      readonly document: ConfigDocument
      /** The secrets that the person has entered, by the names of their variables. */
      readonly secrets: ReadonlyArray<readonly [name: string, value: string]>
    }

/** The contents of files, without the values of secrets. The values of secrets do not leave the worker. */
export interface ReadFiles {
  readonly kind: "read"
  readonly source: ImportSource
  readonly document: ConfigDocument
  readonly report: ImportReport
}

/** The text of a configuration file, and the parts that are missing because a secret has no value. */
interface WrittenFile {
  readonly kind: "written"
  readonly text: string
  readonly leftOut: ReadonlyArray<string>
  /** The channels among the missing parts, each with the monitors whose alerts went to the channel. */
  readonly lostChannels: ReadonlyArray<LostChannel>
}

export type ImportAnswer =
  | ReadFiles
  | WrittenFile
  /** The tool that the files come from. Null: an unknown tool, or Mon itself. */
  | { readonly kind: "detected"; readonly source: ImportSource | null }
  | { readonly kind: "refused"; readonly source: ImportSource | null; readonly message: string | null }
  /** The request took too long or needed too much memory. */
  | { readonly kind: "stopped" }
