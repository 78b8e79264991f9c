import type { ConfigDocument } from "@mon/api-contract/config-file"
import type { ImportReport } from "./ImportReport.ts"

/** The result of an import, or why there is none. */
export type Imported =
  | {
      readonly ok: true
      /** A valid configuration file. `writeConfig` of `@mon/config-file` writes it. */
      readonly document: ConfigDocument
      /** Values of the environment variables that the document names. */
      readonly secrets: ReadonlyMap<string, string>
      readonly report: ImportReport
    }
  | { readonly ok: false; readonly message: string }
