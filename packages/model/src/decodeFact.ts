import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Fact as FactSchema } from "./Fact.ts"
import type { Fact } from "./PlainFact.ts"

const decode = Schema.decodeUnknownOption(FactSchema)

/**
 * Reads a fact from its stored kind and data. Returns null if the kind is unknown or the data has another shape. Both
 * can occur in rows from older or newer releases.
 *
 * @example
 * ```ts
 * decodeFact("flapping", { monitor: { id: "7", name: "Shop", url: "https://shop.example.com/" }, transitions: 6, windowHours: 24, since: "2026-11-21T02:00:00.000Z" })?.kind // => "flapping"
 * decodeFact("flapping", {}) // => null
 * ```
 */
export const decodeFact = (kind: string, data: unknown): Fact | null =>
  typeof data === "object" && data !== null ? Option.getOrNull(decode({ ...data, kind })) : null
