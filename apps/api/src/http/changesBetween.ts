import { fieldValue } from "@mon/api-contract/config-file"
import { type AuditChange, auditLimits } from "@mon/model"

/** The audited fields of something, as its owner sees them: secrets are `***`. */
export type Observed = Readonly<Record<string, unknown>>

/** The text that replaces a secret, in the API and in the audit log. */
export const SECRET = "***"

const shown = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return text.length > auditLimits.valueLength ? `${text.slice(0, auditLimits.valueLength)}…` : text
}

const secretsIn = (value: unknown): number => (JSON.stringify(value) ?? "").split(SECRET).length - 1

/** Whether a request sends a new secret: an unchanged one is sent back as `***`. */
const sendsSecret = (sent: unknown, after: unknown): boolean => sent !== undefined && secretsIn(after) > secretsIn(sent)

/**
 * The fields that differ between two observations. Null: there was nothing before, or there is nothing after. A new
 * secret in `sent`, the body of the request, is a change from `***` to `***`.
 */
export const changesBetween = (
  before: Observed | null,
  after: Observed | null,
  sent: Observed
): ReadonlyArray<AuditChange> =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].flatMap((field) => {
    const change = {
      field,
      before: shown(fieldValue(before ?? {}, field)),
      after: shown(fieldValue(after ?? {}, field))
    }
    if (change.before !== change.after) return [change]
    return after !== null && sendsSecret(fieldValue(sent, field), fieldValue(after, field))
      ? [{ field, before: SECRET, after: SECRET }]
      : []
  })
