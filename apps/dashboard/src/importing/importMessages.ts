import type { ConfigDocument } from "@mon/api-contract/config-file"
import type { PlanName } from "@mon/model"
import type { ImportReport, ImportSource, LostChannel } from "@mon/import"

/** A file that a person chose. */
export interface ChosenFile {
  readonly name: string
  readonly text: string
}

/** A request to the worker: to detect what files are, to read them, or to write the file that is sent. */
export type ImportRequest =
  | { readonly kind: "detect"; readonly files: ReadonlyArray<ChosenFile> }
  | {
      readonly kind: "read"
      readonly files: ReadonlyArray<ChosenFile>
      /** Null: the worker finds out. */
      readonly source: ImportSource | null
      /** The plan of the account, whose limits the result fits. Absent: it is not known. */
      readonly plan?: PlanName
    }
  | {
      readonly kind: "write"
      readonly document: ConfigDocument
      /** Secrets by the names of their variables, as the person typed them. */
      readonly secrets: ReadonlyArray<readonly [name: string, value: string]>
    }

/** The contents of files. They have no values of secrets: those do not leave the worker. */
export interface ReadFiles {
  readonly kind: "read"
  readonly source: ImportSource
  readonly document: ConfigDocument
  readonly report: ImportReport
}

/** The text of a configuration file, and what was left out of it because a secret has no value. */
interface WrittenFile {
  readonly kind: "written"
  readonly text: string
  readonly leftOut: ReadonlyArray<string>
  /** The channels among it, with the monitors whose alerts they would have got. */
  readonly lostChannels: ReadonlyArray<LostChannel>
}

/** The answer of the worker. A source of null: nobody knows what the files are. */
export type ImportAnswer =
  | ReadFiles
  | WrittenFile
  /** The tool that the files come from; null: none that is known, or Mon itself. */
  | { readonly kind: "detected"; readonly source: ImportSource | null }
  | { readonly kind: "refused"; readonly source: ImportSource | null; readonly message: string | null }
  /** It took too long, or needed too much memory. */
  | { readonly kind: "stopped" }
