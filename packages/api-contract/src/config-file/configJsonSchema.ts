import * as Schema from "effect/Schema"
import { ConfigDocument } from "./ConfigDocument.ts"

/**
 * Returns the JSON Schema (draft 2020-12) of a configuration file, for editors. The schema finds all faults of single
 * values. Only the service checks rules between values, for example that each referenced key exists.
 */
export const configJsonSchema = (): Readonly<Record<string, unknown>> => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(ConfigDocument, { onExcessProperty: "error" })
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    ...schema,
    ...(Object.keys(definitions).length === 0 ? {} : { $defs: definitions })
  }
}
