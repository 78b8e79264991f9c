// Written by `npm run openapi`. Do not edit.

/** A field that was changed. */
export type AuditChange = { readonly field: string; readonly before: string | null; readonly after: string | null }

/** A change in the account. */
export type AuditEntry = {
  readonly id: string
  readonly at: string
  readonly isFinished: boolean
  readonly action: string
  readonly target: string | null
  readonly actor: "session" | "key" | "link" | "operator" | "service"
  readonly email: string | null
  readonly keyName: string | null
  readonly address: string
  readonly userAgent: string
  readonly changes: ReadonlyArray<AuditChange>
}
