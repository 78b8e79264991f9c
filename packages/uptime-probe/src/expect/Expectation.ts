import type { CertificateFacts } from "../tls/CertificateFacts.ts"

/** A JSON value. */
export type Json = string | number | boolean | null | ReadonlyArray<Json> | { readonly [key: string]: Json }

/** A condition that the final response must meet. */
export type Expectation =
  /**
   * The allowed statuses and ranges, for instance "200-299, 401". They replace the rule that the status must be below
   * 400.
   */
  | { readonly status: string }
  /** A text that the decoded body must contain, or must not contain if `absent` is true. */
  | { readonly text: string; readonly absent?: boolean; readonly ignoreCase?: boolean }
  /** A pattern that must match the decoded body, or must not match it if `absent` is true. */
  | { readonly matches: string; readonly absent?: boolean; readonly ignoreCase?: boolean }
  /**
   * A header field that must exist (must not exist if `absent` is true), equal a value, contain a text, or match a
   * pattern. If it is sent several times, one of its values or all values joined with ", " must meet the condition.
   */
  | {
      readonly header: string
      readonly absent?: boolean
      readonly equals?: string
      readonly contains?: string
      readonly matches?: string
    }
  /**
   * A path in a JSON body, for instance "$.data[0].status", that must exist (must not exist if `absent` is true), equal
   * or not equal a value, or be less or greater than a value. Numbers are compared only with numbers, and texts only
   * with texts.
   */
  | {
      readonly json: string
      readonly absent?: boolean
      readonly equals?: Json
      readonly differs?: Json
      readonly above?: number | string
      readonly atLeast?: number | string
      readonly below?: number | string
      readonly atMost?: number | string
    }
  /** The maximum sum of all phases, in milliseconds. */
  | { readonly responseTimeMs: number }
  /** The minimum size of the decoded body, in bytes. */
  | { readonly minimumBytes: number }
  /** The maximum size of the decoded body, in bytes. */
  | { readonly maximumBytes: number }
  /** The certificate of the final response must have no problem, and be valid for at least this number of days. */
  | { readonly certificate: "valid"; readonly minimumDays?: number }
  /** The IP version over which the final response must come. */
  | { readonly ipVersion: 4 | 6 }

/** The result of one expectation. */
export interface ExpectationResult {
  readonly expectation: Expectation
  readonly holds: boolean
  /** The expectation in words, such as "the text “In stock”". It contains no part of the answer. */
  readonly expected: string
  /** A sentence that says what was found. */
  readonly message: string
}

export interface Answer {
  readonly statusCode: number
  readonly headers: ReadonlyMap<string, ReadonlyArray<string>>
  /** The decoded body, cut off at the maximum size. */
  readonly body: Buffer
  /**
   * Whether the body ended in the middle of its content coding, so that text that was not found may have been in the
   * missing part.
   */
  readonly brokeOff: boolean
  /** The sum of all phases, in milliseconds. */
  readonly totalMs: number
  readonly certificate: CertificateFacts | null
  readonly address: string | null
  /** The status of the redirect that led to this answer. Absent if there was none. */
  readonly redirectStatus?: number
}

export const STATUS_RANGES = /^\s*[1-9]\d\d(?:\s*-\s*[1-9]\d\d)?(?:\s*,\s*[1-9]\d\d(?:\s*-\s*[1-9]\d\d)?)*\s*$/
