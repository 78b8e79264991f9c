import { type DomainSettings, requestFields } from "@mon/model"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** The request of a monitor. Its sealed texts are encrypted. */
export type StoredRequest = NonNullable<DomainSettings["request"]>

/** What an answer must be like. */
type StoredExpectations = DomainSettings["expect"]

/** What a check sends and expects. */
export interface CheckOptions {
  /** Its sealed texts are encrypted. Null: a GET request without anything else. */
  readonly request: StoredRequest | null
  readonly expect: StoredExpectations
  /** A slower check counts as slow, in milliseconds. Null: none does. */
  readonly degradedAfterMs: number | null
}

/** The options of a check without any. */
export const plainCheck: CheckOptions = { request: null, expect: [], degradedAfterMs: null }

/** The columns of {@link CheckOptions}, of a monitor `m`. */
export const checkOptionColumns = "m.request, m.expect, m.degraded_after_ms"

/** A row of {@link checkOptionColumns}. */
export interface CheckOptionRow {
  readonly request: unknown
  readonly expect: unknown
  readonly degraded_after_ms: number | null
}

const decodeRequest = Schema.decodeUnknownOption(requestFields.request.output)
const decodeExpectations = Schema.decodeUnknownOption(requestFields.expect.output)

/** Decodes a stored request; null when it is in the format of another release. */
export const readRequest = (stored: unknown): StoredRequest | null =>
  stored === null ? null : Option.getOrNull(decodeRequest(stored))

/** Decodes the options of a check. Most monitors have none. */
export const readCheckOptions = ({ degraded_after_ms, expect, request }: CheckOptionRow): CheckOptions => ({
  request: readRequest(request),
  expect: expect === null ? [] : Option.getOrElse(decodeExpectations(expect), () => []),
  degradedAfterMs: degraded_after_ms
})
