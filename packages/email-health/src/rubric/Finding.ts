import { type FindingCode, type FindingComponent, RUBRIC } from "./Rubric.ts"
import type { RepairType } from "../repair/RepairPlan.ts"
import type { Severity } from "./Rule.ts"

/** The record to publish at one name. It fixes this finding and all other findings about the name. */
export interface Fix {
  readonly type: RepairType
  /** The full name of the record. */
  readonly host: string
  readonly value: string
}

/** One finding. Codes are stable; messages may change. */
export interface Finding {
  readonly code: FindingCode
  readonly severity: Severity
  readonly component: FindingComponent
  readonly message: string
  /** The standard to which the finding refers. */
  readonly reference: string
  /**
   * The record that fixes the finding; null if no record fixes it. The steps of the repair plan then describe the
   * repair.
   */
  readonly fix: Fix | null
  /** The index of the fix in the records of the repair plan; null if there is no fix. */
  readonly record: number | null
}

export type Values = Readonly<Record<string, string | number>>

/** A finding before its message is rendered. */
export interface FindingData {
  readonly code: FindingCode
  readonly values: Values
}

export const finding = (code: FindingCode, values: Values = {}): FindingData => ({ code, values })

const MAX_SHOWN = 200
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

const shown = (value: string | number): string => {
  const text = String(value).replace(UNSHOWABLE, "\ufffd")
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text
}

export const renderFinding = (
  { code, values }: FindingData,
  { fix, record }: Pick<Finding, "fix" | "record">
): Finding => {
  const rule = RUBRIC.get(code)
  if (rule === undefined) throw new TypeError(`The rubric has no rule ${code}.`)
  const { severity, component, reference } = rule
  return {
    code,
    severity,
    component,
    reference,
    fix,
    record,
    message: rule.message.replace(/\{(\w+)\}/g, (blank, name: string) =>
      shown((Object.hasOwn(values, name) ? values[name] : undefined) ?? blank)
    )
  }
}
