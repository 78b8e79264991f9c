import type { FindingCode } from "../rubric/Rubric.ts"

/** The record types that a repair publishes. */
export type RepairType = "TXT" | "MX" | "A" | "AAAA" | "CNAME"

/**
 * The records to change at one name and type. Each combination of name and type occurs once in a plan, with the changes
 * for all findings merged.
 */
export interface RepairRecord {
  readonly type: RepairType
  /** The full name of the record, without a trailing dot. */
  readonly host: string
  /** The values to publish. If the list is empty, the step only deletes the replaced values. */
  readonly values: ReadonlyArray<string>
  /** The published values of this name and type to delete. The step does not change any other value. */
  readonly replaces: ReadonlyArray<string>
  /** Whether the record belongs to somebody else's zone, whose owner has to publish it. */
  readonly foreign: boolean
  /** The findings that this record helps to clear. */
  readonly findings: ReadonlyArray<FindingCode>
  /** The record as it is entered in a DNS provider's web form. */
  readonly form: RecordForm
}

/** One field of a DNS provider's web form. */
export interface FormField {
  /** The label of the field in the provider's form. */
  readonly label: string
  readonly value: string
}

/** A record as it is entered in a DNS provider's web form. */
export interface RecordForm {
  /** The name relative to the registrable domain; "@" is the domain itself. */
  readonly name: string
  /** The time to live, in seconds. */
  readonly ttl: number
  /**
   * Each value, split into strings of at most 255 octets (RFC 1035 section 3.3.14). Most providers' forms split long
   * values themselves.
   */
  readonly strings: ReadonlyArray<ReadonlyArray<string>>
  /** The form fields at the zone's DNS provider, for each value; null if the provider is unknown. */
  readonly provider: { readonly name: string; readonly fields: ReadonlyArray<ReadonlyArray<FormField>> } | null
}

/**
 * One step of a plan. A step has one of three kinds. `publish`: change the listed records. `person`: a person has to do
 * something that no record can achieve. `review`: read the reports before the next step.
 */
export interface RepairStep {
  readonly kind: "publish" | "person" | "review"
  readonly title: string
  readonly text: string
  /** The indexes of the step's records in the plan's records. */
  readonly records: ReadonlyArray<number>
  /** The findings that this step clears or helps to clear. */
  readonly findings: ReadonlyArray<FindingCode>
  /**
   * The findings above `info` that may appear after this step, because the step reveals a problem or reaches a new
   * policy level.
   */
  readonly announces: ReadonlyArray<FindingCode>
}

/** All repairs of a domain. Each step is safe if the steps are carried out in the given order. */
export interface RepairPlan {
  readonly records: ReadonlyArray<RepairRecord>
  readonly steps: ReadonlyArray<RepairStep>
}

/** The facts that a repair plan needs and that only the domain's owner knows. */
export interface RepairOptions {
  /**
   * Whether the owner has read the aggregate reports, and all legitimate email passes DMARC. The plan contains a
   * stricter policy only if both are true. Default: false.
   */
  readonly reportsReviewed?: boolean
  /**
   * The mailbox for aggregate reports. Default: the domain's postmaster address, which RFC 5321 section 4.5.1 requires.
   */
  readonly reportAddress?: string
  /**
   * Whether the domain neither sends nor receives email. If so, the plan declares this. Default: true for a name that
   * has no MX record and shows no sign of email, such as the name of a web server; the plan then asks the owner first.
   */
  readonly noEmail?: boolean
}

export interface Change {
  readonly type: RepairType
  readonly host: string
  readonly values: ReadonlyArray<string>
  readonly replaces: ReadonlyArray<string>
  readonly foreign?: boolean
  readonly findings: ReadonlyArray<FindingCode>
}
