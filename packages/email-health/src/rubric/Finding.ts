import { type FindingCode, type FindingComponent, RUBRIC } from "./Rubric.ts"
import type { Severity } from "./Rule.ts"

/** A DNS record that fixes a finding. */
export interface Fix {
  readonly type: "TXT" | "MX" | "CNAME"
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
  /** The standard that the finding refers to. */
  readonly reference: string
  /** Null when there is nothing to publish, or it is unknown. */
  readonly fix: Fix | null
}

export type Values = Readonly<Record<string, string | number>>

/** A finding before its message is rendered. */
export interface FindingData {
  readonly code: FindingCode
  readonly values: Values
  readonly fix: Fix | null
}

export const finding = (code: FindingCode, values: Values = {}, fix: Fix | null = null): FindingData => ({
  code,
  values,
  fix
})

/** The most characters of a value that are shown. */
const MAX_SHOWN = 200
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

const shown = (value: string | number): string => {
  const text = String(value).replace(UNSHOWABLE, "\ufffd")
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text
}

/** Renders the message of a finding from the rubric. */
export const renderFinding = ({ code, values, fix }: FindingData): Finding => {
  const rule = RUBRIC.get(code)
  if (rule === undefined) throw new TypeError(`The rubric has no rule ${code}.`)
  const { severity, component, reference } = rule
  return {
    code,
    severity,
    component,
    reference,
    fix,
    message: rule.message.replace(/\{(\w+)\}/g, (blank, name: string) => shown(values[name] ?? blank))
  }
}
