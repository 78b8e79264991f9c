import * as Result from "effect/Result"
import { checkReferences } from "./checkReferences.ts"
import type { ConfigDocument } from "./ConfigDocument.ts"
import { byPlace, type ConfigFault, type ConfigPath, pathText } from "./ConfigFault.ts"
import { decodeConfig, type ValueFault } from "./decodeConfig.ts"
import { readYaml, type TextPosition } from "./readYaml.ts"
import { findVariables } from "./secrets.ts"

/** The content of a valid file, with the positions of its values. */
export interface ReadConfig {
  readonly document: ConfigDocument
  /** Returns the position of an entry. If the entry is absent, returns the position of its parent. */
  readonly positionOf: (path: ConfigPath) => TextPosition
}

/** The content of a file, or all its faults, sorted by line. */
export type ConfigReading =
  | ({ readonly ok: true } & ReadConfig)
  | { readonly ok: false; readonly faults: ReadonlyArray<ConfigFault> }

const faultsOf = (value: unknown): Result.Result<ConfigDocument, ReadonlyArray<ValueFault>> => {
  const { faults } = findVariables(value)
  const decoded = decodeConfig(value)
  if (Result.isFailure(decoded)) return Result.fail([...faults, ...decoded.failure])
  const wrong = [...faults, ...checkReferences(decoded.success)]
  return wrong.length > 0 ? Result.fail(wrong) : decoded
}

/**
 * Reads a configuration file in YAML or JSON. Every fault has a path, a line and a column. Does not replace the
 * environment variables in secrets.
 *
 * @example
 * ```ts
 * const reading = readConfig("version: 1\nproject: acme\ndomains: {shop: {url: shop.example.org}}")
 * reading.ok && reading.document.domains?.["shop"]?.url // => "shop.example.org"
 * ```
 */
export const readConfig = (source: string): ConfigReading => {
  const reading = readYaml(source)
  if (!reading.ok) return reading
  const { positionOf, value } = reading.text
  const found = faultsOf(value)
  if (Result.isSuccess(found)) return { ok: true, document: found.success, positionOf }
  const faults = found.failure.map(({ message, path }) => ({ path: pathText(path), ...positionOf(path), message }))
  return { ok: false, faults: faults.toSorted(byPlace) }
}
