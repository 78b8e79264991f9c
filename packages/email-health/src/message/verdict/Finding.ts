import type { Fix } from "../../rubric/Finding.ts"
import type { Severity } from "../../rubric/Rule.ts"
import { ARC_RULES, DKIM_RULES, DMARC_RULES, SPF_RULES } from "./authenticationRules.ts"
import { CONTENT_RULES, HEADER_RULES, UNSUBSCRIBE_RULES } from "./contentRules.ts"
import type { MessageComponent, MessageRule } from "./Rule.ts"

const COMPONENTS = {
  spf: SPF_RULES,
  dkim: DKIM_RULES,
  dmarc: DMARC_RULES,
  arc: ARC_RULES,
  unsubscribe: UNSUBSCRIBE_RULES,
  headers: HEADER_RULES,
  content: CONTENT_RULES
} as const

type Components = typeof COMPONENTS
/** The stable code of a finding: a key of {@link MESSAGE_RULES}. */
export type MessageFindingCode = { [Part in keyof Components]: keyof Components[Part] }[keyof Components]

/** All rules, each with its component. */
export const MESSAGE_RULES: ReadonlyMap<MessageFindingCode, MessageRule & { readonly component: MessageComponent }> =
  new Map(
    Object.entries(COMPONENTS).flatMap(([component, rules]) =>
      Object.entries(rules).map(
        ([code, rule]) => [code as MessageFindingCode, { ...rule, component: component as MessageComponent }] as const
      )
    )
  )

/** One finding. Codes are stable; messages and steps may change. */
export interface MessageFinding {
  readonly code: MessageFindingCode
  /** The severity of the rule, or a lower severity if another signature or a policy makes the finding less serious. */
  readonly severity: Severity
  readonly component: MessageComponent
  readonly message: string
  /** The standard to which the finding refers. */
  readonly reference: string
  /** A DNS record that is safe to publish; null if a record alone does not fix the finding. */
  readonly fix: Fix | null
  /** The next step for a person; null if there is nothing to do. */
  readonly step: string | null
}

export interface MessageFindingData {
  readonly code: MessageFindingCode
  readonly values: Readonly<Record<string, string | number>>
  /** The severity of this finding, if it differs from the severity of the rule. */
  readonly severity?: Severity
  readonly fix?: Fix
}

const MAX_SHOWN = 200
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

const shown = (value: string | number): string => {
  const text = String(value)
    .slice(0, 2 * MAX_SHOWN)
    .replace(UNSHOWABLE, "\ufffd")
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text
}

const rendered = (template: string, values: MessageFindingData["values"]): string =>
  template.replace(/\{(\w+)\}/g, (blank, name: string) =>
    shown((Object.hasOwn(values, name) ? values[name] : undefined) ?? blank)
  )

export const renderFinding = ({ code, fix, severity, values }: MessageFindingData): MessageFinding => {
  const rule = MESSAGE_RULES.get(code)
  if (rule === undefined) throw new TypeError(`There is no rule ${code}.`)
  return {
    code,
    severity: severity ?? rule.severity,
    component: rule.component,
    message: rendered(rule.message, values),
    reference: rule.reference,
    fix: fix ?? null,
    step: rule.step === null ? null : rendered(rule.step, values)
  }
}
