import * as Schema from "effect/Schema"
import { ConfigDocument } from "./ConfigDocument.ts"

/**
 * The JSON Schema (draft 2020-12) of a configuration file, for editors. It refuses what the service refuses of a value
 * by itself; rules between values, such as keys that name nothing, only the service knows.
 */
export const configJsonSchema = (): Readonly<Record<string, unknown>> => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(ConfigDocument, { onExcessProperty: "error" })
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    ...schema,
    ...(Object.keys(definitions).length === 0 ? {} : { $defs: definitions })
  }
}
