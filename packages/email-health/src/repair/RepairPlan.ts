import type { FindingCode } from "../rubric/Rubric.ts"

/** The types of records that a repair publishes. */
export type RepairType = "TXT" | "MX" | "A" | "AAAA" | "CNAME"

/** The records to change at one name and type. Each name and type occurs once in a plan, merged over all findings. */
export interface RepairRecord {
  readonly type: RepairType
  /** The full name, without a trailing dot. */
  readonly host: string
  /** The values to publish. Empty: only delete the replaced values. */
  readonly values: ReadonlyArray<string>
  /** Published values of this name and type to delete. All other values stay. */
  readonly replaces: ReadonlyArray<string>
  /** Whether the record belongs into the zone of somebody else, who has to publish it. */
  readonly foreign: boolean
  /** The findings that this record helps to clear. */
  readonly findings: ReadonlyArray<FindingCode>
  /** The record as the form of a DNS provider asks for it. */
  readonly form: RecordForm
}

/** One field of a form. */
export interface FormField {
  /** The name of the field at the provider. */
  readonly label: string
  readonly value: string
}

/** A record as the form of a DNS provider asks for it. */
export interface RecordForm {
  /** The name relative to the registrable domain; "@" is the domain itself. */
  readonly name: string
  /** Seconds. */
  readonly ttl: number
  /** Each value in strings of at most 255 octets (RFC 1035 section 3.3.14); most forms split long values themselves. */
  readonly strings: ReadonlyArray<ReadonlyArray<string>>
  /** The fields of the form of the zone's DNS provider, for each value; null if the provider is unknown. */
  readonly provider: { readonly name: string; readonly fields: ReadonlyArray<ReadonlyArray<FormField>> } | null
}

/**
 * One step of a plan. `publish`: change the listed records. `person`: somebody has to do what no record can.
 * `review`: read the reports before the next step.
 */
export interface RepairStep {
  readonly kind: "publish" | "person" | "review"
  readonly title: string
  readonly text: string
  /** Indexes into the records of the plan. */
  readonly records: ReadonlyArray<number>
  /** Findings that this step clears or helps to clear. */
  readonly findings: ReadonlyArray<FindingCode>
  /** Findings above `info` that may appear after this step, because a problem becomes visible or a level is reached. */
  readonly announces: ReadonlyArray<FindingCode>
}

/** All repairs of a domain. The steps are in an order in which each one is safe. */
export interface RepairPlan {
  readonly records: ReadonlyArray<RepairRecord>
  readonly steps: ReadonlyArray<RepairStep>
}

/** Facts for a repair plan that only the owner knows. */
export interface RepairOptions {
  /**
   * The owner has read the aggregate reports, and all own email passes DMARC. Only then a stricter policy is part of
   * the plan. Default: false.
   */
  readonly reportsReviewed?: boolean
  /** A mailbox for aggregate reports. Default: postmaster of the domain, which RFC 5321 section 4.5.1 requires. */
  readonly reportAddress?: string
  /**
   * The domain neither sends nor receives email, and the plan declares so. Default: true for a name without an MX that
   * shows no sign of email, such as one that only serves the web; the plan then asks first.
   */
  readonly noEmail?: boolean
}

/** A change before it is merged with the others. */
export interface Change {
  readonly type: RepairType
  readonly host: string
  readonly values: ReadonlyArray<string>
  readonly replaces: ReadonlyArray<string>
  readonly foreign?: boolean
  readonly findings: ReadonlyArray<FindingCode>
}
