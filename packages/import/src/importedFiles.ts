import { writeConfig } from "@mon/api-contract/config-file"
import { envFile } from "./envFile.ts"
import type { Imported } from "./Imported.ts"
import { importMonitors, type ImportInput, type ImportOptions } from "./importMonitors.ts"
import type { ImportSource } from "./sources.ts"

/** The files of an import, or a message about the reason why there are no files. */
export type ImportedFiles =
  | (Extract<Imported, { readonly ok: true }> & {
      /** The text of the configuration file. */
      readonly config: string
      /** The text of the `.env` file with the secrets. Null if there are no secrets. Write the file with mode 0600. */
      readonly env: string | null
      /** The variables that the `.env` file cannot represent. */
      readonly missingVariables: ReadonlyArray<string>
    })
  | { readonly ok: false; readonly message: string }

export const importedFiles = async (
  source: ImportSource,
  input: ImportInput,
  options: ImportOptions
): Promise<ImportedFiles> => {
  const imported = await importMonitors(source, input, options)
  if (!imported.ok) return imported
  const { missing, text } = envFile(imported.secrets)
  return {
    ...imported,
    config: writeConfig(imported.document),
    env: imported.secrets.size === 0 ? null : text,
    missingVariables: missing
  }
}
