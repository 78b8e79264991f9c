import * as Result from "effect/Result"
import { Document, visit } from "yaml"
import type { ConfigDocument } from "./ConfigDocument.ts"
import { decodeConfig } from "./decodeConfig.ts"
import { type Section, sections } from "./sections.ts"

/**
 * The sections in which the order of the objects has a meaning. In all other sections, the objects are sorted by key.
 */
const ordered: ReadonlySet<Section> = new Set(["routes"])

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const byKey = (objects: object): object =>
  Object.fromEntries(Object.entries(objects).toSorted(([one], [other]) => compareTexts(one, other)))

/**
 * Returns a document with its entries in the order of written files. Decoding puts fields into the order of the schema.
 */
export const canonicalConfig = (document: ConfigDocument): ConfigDocument => {
  const decoded = decodeConfig(document)
  const { $schema, addOnly, defaults, project, version, ...found } = Result.isSuccess(decoded)
    ? decoded.success
    : document
  const written = sections.flatMap((section) => {
    const objects = found[section]
    if (objects === undefined || Object.keys(objects).length === 0) return []
    return [[section, ordered.has(section) ? objects : byKey(objects)]]
  })
  return {
    ...($schema === undefined ? {} : { $schema }),
    version,
    project,
    ...(addOnly === undefined ? {} : { addOnly }),
    ...(defaults === undefined ? {} : { defaults }),
    ...Object.fromEntries(written)
  } as ConfigDocument
}

/**
 * Many parsers still read YAML 1.1, in which more texts are booleans, times or numbers. `compat` puts such texts in
 * quotes.
 */
const OPTIONS = { schema: "core", compat: "yaml-1.1", aliasDuplicateObjects: false } as const

/**
 * Texts that the library writes without quotes, although some YAML 1.1 parsers do not read them as text
 * (https://yaml.org/type): "=", 1.2.3, and 1,000.
 */
const ALSO_SPECIAL = /^(?:=|[-+]?\d[\d_,]*|[-+]?(?:\d[\d_]*)?\.[\d._]*(?:e[-+]?\d+)?)$/iu

const yamlOf = (value: unknown): string => {
  const document = new Document(value, OPTIONS)
  visit(document, {
    Scalar: (_key, node) => {
      if (typeof node.value === "string" && ALSO_SPECIAL.test(node.value)) node.type = "QUOTE_DOUBLE"
    }
  })
  return document.toString({ lineWidth: 0 })
}

/** Options for writing a file. */
export interface WriteOptions {
  /** Default: `yaml`. */
  readonly format?: "yaml" | "json"
  /** The address of the JSON Schema, for editors. Default: the file names no schema. */
  readonly schemaUrl?: string
}

/**
 * Writes a file. Equal documents always result in equal texts.
 *
 * @example
 * ```ts
 * writeConfig({ version: 1, project: "acme" }) // => "version: 1\nproject: acme\n"
 * ```
 */
export const writeConfig = (document: ConfigDocument, { format = "yaml", schemaUrl }: WriteOptions = {}): string => {
  const canonical = canonicalConfig(document)
  if (format === "json") {
    const named = schemaUrl === undefined ? canonical : { $schema: schemaUrl, ...canonical }
    return `${JSON.stringify(named, null, 2)}\n`
  }
  const head = schemaUrl === undefined ? "" : `# yaml-language-server: $schema=${schemaUrl}\n`
  return head + yamlOf(canonical)
}
