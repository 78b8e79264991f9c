import { type FindingCode, type FindingComponent, RUBRIC } from "./Rubric.ts"
import type { Severity } from "./Rule.ts"

/** A record that mends what was found. */
export interface Fix {
  readonly type: "TXT" | "MX" | "CNAME"
  /** The name that it belongs to, whole. */
  readonly host: string
  readonly value: string
}

/** One thing that was found. Codes stay; sentences may change. */
export interface Finding {
  readonly code: FindingCode
  readonly severity: Severity
  readonly component: FindingComponent
  readonly message: string
  /** The standard that says so. */
  readonly reference: string
  /** Null where what to publish cannot be told, or nothing needs to. */
  readonly fix: Fix | null
}

export type Values = Readonly<Record<string, string | number>>

/** What a judge saw, before it is put into words. */
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

/** Characters of a value that are shown. */
const MAX_SHOWN = 200
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

const shown = (value: string | number): string => {
  const text = String(value).replace(UNSHOWABLE, "\ufffd")
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text
}

/** Puts an observation into words. */
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
