import type { ConfigDocument } from "@mon/api-contract/config-file"
import type { ImportReport } from "./ImportReport.ts"

/** The result of an import, or a message about the reason why the import failed. */
export type Imported =
  | {
      readonly ok: true
      /** A valid configuration file. Pass it to `writeConfig` of `@mon/api-contract/config-file` to get its text. */
      readonly document: ConfigDocument
      /** The values of the environment variables that the document refers to. */
      readonly secrets: ReadonlyMap<string, string>
      readonly report: ImportReport
    }
  | { readonly ok: false; readonly message: string }
