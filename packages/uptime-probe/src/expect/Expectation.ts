import type { CertificateFacts } from "../tls/CertificateFacts.ts"

/** A value of JSON. */
export type Json = string | number | boolean | null | ReadonlyArray<Json> | { readonly [key: string]: Json }

/** Something that must hold for the final answer. */
export type Expectation =
  /** Statuses and ranges, for instance "200-299, 401"; replaces the rule that a status below 400 is fine. */
  | { readonly status: string }
  /** Text that the decoded body holds, or does not hold with `absent`. */
  | { readonly text: string; readonly absent?: boolean; readonly ignoreCase?: boolean }
  /** A pattern that the decoded body has a match of, or has none of with `absent`. */
  | { readonly matches: string; readonly absent?: boolean; readonly ignoreCase?: boolean }
  /**
   * A header field that is there (not there with `absent`), equals a value, contains one, or matches a pattern. If it
   * is sent several times, one of them or all of them joined with ", " must do so.
   */
  | {
      readonly header: string
      readonly absent?: boolean
      readonly equals?: string
      readonly contains?: string
      readonly matches?: string
    }
  /**
   * A path in a JSON body, for instance "$.data[0].status", that is there (not there with `absent`), equals or does not
   * equal a value, or compares with it: numbers with numbers, texts with texts.
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
  /** All phases together take at most so many milliseconds. */
  | { readonly responseTimeMs: number }
  /** The decoded body has at least so many bytes. */
  | { readonly minimumBytes: number }
  /** The decoded body has at most so many bytes. */
  | { readonly maximumBytes: number }
  /** The certificate of the final answer has no problem, and is valid for at least so many more days. */
  | { readonly certificate: "valid"; readonly minimumDays?: number }
  /** The final answer came over this version of IP. */
  | { readonly ipVersion: 4 | 6 }

/** Whether an expectation held. */
export interface ExpectationResult {
  readonly expectation: Expectation
  readonly holds: boolean
  /** The expectation in words: "the text “In stock”". It has nothing of the answer. */
  readonly expected: string
  /** A sentence with what was found. */
  readonly message: string
}

/** The parts of a result that expectations check. */
export interface Answer {
  readonly statusCode: number
  readonly headers: ReadonlyMap<string, ReadonlyArray<string>>
  /** Decoded, at most the cap. */
  readonly body: Buffer
  /** The body ended in the middle of its content coding: what it lacks may have been in the rest. */
  readonly brokeOff: boolean
  /** All phases together. */
  readonly totalMs: number
  readonly certificate: CertificateFacts | null
  /** The address that answered. */
  readonly address: string | null
  /** The status of the redirect that led to this answer. Absent if there was none. */
  readonly redirectStatus?: number
}

/** The form of a list of statuses and ranges. */
export const STATUS_RANGES = /^\s*[1-9]\d\d(?:\s*-\s*[1-9]\d\d)?(?:\s*,\s*[1-9]\d\d(?:\s*-\s*[1-9]\d\d)?)*\s*$/
