import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** A part of a report; it holds its own facts besides. */
export interface ReportComponent {
  readonly status: "ok" | "warn" | "fail" | "unknown"
  /** 0 to 100; null when unknown. */
  readonly score: number | null
  /** Percent of the whole. */
  readonly weight: number
}

export interface ReportFinding {
  readonly code: string
  readonly severity: "critical" | "high" | "medium" | "low" | "info"
  readonly component: string
  readonly message: string
  readonly reference: string
  readonly fix: { readonly type: string; readonly host: string; readonly value: string } | null
}

/** An entry of a list. `shared`: it is about hosts that the domain shares with others. */
export interface ReportListing {
  readonly list: string
  readonly target: string
  readonly shared: boolean
}

/** The parts that count, in the order in which they are shown. */
export const componentNames = ["mx", "spf", "dkim", "dmarc", "blacklist"] as const

/** What a check finds of a domain, as plain JSON (decisions section 5); facts that are not named here go along. */
export interface EmailHealthReport {
  readonly domain: string
  readonly score: number | null
  readonly grade: string | null
  readonly incomplete: boolean
  readonly parked: boolean
  /** ISO 8601 UTC with milliseconds. */
  readonly checkedAt: string
  readonly mx: ReportComponent
  readonly spf: ReportComponent
  readonly dkim: ReportComponent
  readonly dmarc: ReportComponent
  readonly blacklist: ReportComponent & { readonly listings: ReadonlyArray<ReportListing> }
  readonly findings: ReadonlyArray<ReportFinding>
}

/** Nothing could be found out, by no fault of the domain. */
export class EmailHealthError extends Data.TaggedError("EmailHealthError")<{
  /** `Busy`: too many checks wait; `Timeout`: a check did not end; `Fault`: it broke off. */
  readonly reason: "Busy" | "Timeout" | "Fault"
  readonly domain: string
  readonly cause?: unknown
}> {
  override get message() {
    return `The e-mail health of ${this.domain} could not be checked (${this.reason}).`
  }
}

/** The engine that looks at a domain, with nothing kept from one check to the next. */
export class EmailHealthEngine extends Context.Service<EmailHealthEngine, {
  readonly check: (domain: string) => Effect.Effect<EmailHealthReport, EmailHealthError>
}>()("@mon/checks/EmailHealthEngine") {
  /** An engine made of a function, for tests. */
  static readonly layerMemory = (
    check: (domain: string) => Effect.Effect<EmailHealthReport, EmailHealthError>
  ): Layer.Layer<EmailHealthEngine> => Layer.succeed(EmailHealthEngine, { check })
}
