import type { CheckRequest, CheckResult } from "../CheckResult.ts"
import type { Json } from "../expect/Expectation.ts"
import type { OutcomeCode, Verdict } from "../Outcome.ts"

/** The place of a value in an answer. Results show the value only if `shown` is true. */
export type Take = (
  | /** A path in a JSON body, for instance "$.token". The first value that it finds counts. */
    { readonly json: string }
  /** The name of a header field. */
  | { readonly header: string }
  /** The name of a cookie that the answer sets. */
  | { readonly cookie: string }
  /** A pattern that is searched in the body. Its first group counts, or else the whole match. */
  | { readonly pattern: string }
) & { readonly shown?: boolean }

/**
 * One request of a sequence. The URL after the host, the header fields, the body and the texts of expectations can
 * contain values: `{{name}}`.
 */
export interface HttpStep extends Pick<
  CheckRequest,
  | "accept"
  | "auth"
  | "contentFaults"
  | "expect"
  | "family"
  | "followRedirects"
  | "headers"
  | "method"
  | "secret"
  | "url"
> {
  /** A name for people, such as "sign in". */
  readonly name: string
  /** The body as text. Values are inserted unchanged. */
  readonly body?: string
  /** A body in JSON. Values are inserted into its texts. */
  readonly json?: Json
  /** The fields of a form. */
  readonly form?: Readonly<Record<string, string>>
  /** The time limit for the step, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number
  /** The values to take from the answer, by the name under which later steps use them. */
  readonly take?: Readonly<Record<string, Take>>
  /** Whether the step also runs after a step that failed, for instance to delete a test order. Default: false. */
  readonly always?: boolean
}

/** A sequence of requests that share their cookies. */
export interface StepsRequest {
  /** From 1 to 20 steps. */
  readonly steps: ReadonlyArray<HttpStep>
  /** Values for the steps. `uuid`, `unixTime` and `isoTime` exist already, and stay the same during a check. */
  readonly values?: Readonly<Record<string, string>>
  /**
   * Values that no result contains. A step that uses one of them sends nothing to a host with an invalid certificate.
   */
  readonly secrets?: Readonly<Record<string, string>>
  /** The time limit for all steps together, in milliseconds. Default: 60,000. */
  readonly timeoutMs?: number
  /** The User-Agent header. Default: the probe's User-Agent. */
  readonly userAgent?: string
}

/** The result of one step that was run. */
export interface StepResult {
  readonly name: string
  /** The result of the step's request. Secret values are replaced by "***". */
  readonly check: CheckResult
  /** The values that were taken and may be shown, each at most 200 characters. */
  readonly taken: Readonly<Record<string, string>>
}

/** The result of a sequence. */
export interface StepsResult {
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** The outcome of the first step that failed. */
  readonly outcome: OutcomeCode
  readonly verdict: Verdict
  readonly deterministic: boolean
  /** A sentence that names the step and describes the problem. Null if there is no problem. */
  readonly message: string | null
  /** The index of the first step that failed. Null if there is none. */
  readonly failedStep: number | null
  /** The sum of the steps, in microseconds. Null if a step failed. */
  readonly totalUs: number | null
  /** The results of the steps that were run, in order. Steps after the one that failed are missing. */
  readonly steps: ReadonlyArray<StepResult & { readonly index: number }>
}
