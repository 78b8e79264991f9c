import type { AuditEntry } from "@mon/model"

const entry = (id: string, minute: number, more: Partial<AuditEntry>): AuditEntry => ({
  id,
  at: new Date(Date.now() - minute * 60_000).toISOString(),
  isFinished: true,
  action: "domains.update",
  target: "id-1",
  actor: "session",
  email: "ann@agency.example",
  keyName: null,
  address: "203.0.113.9",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
  changes: [],
  ...more
})

/**
 * The entries of an audit log: a change with values, a change with an API key, a change that did not end, a change by
 * the service, and an unknown action of the operator.
 */
export const auditEntries: ReadonlyArray<AuditEntry> = [
  entry("e1", 3, {
    changes: [
      { field: "checkInterval", before: "300", after: "60" },
      { field: "request", before: "***", after: "***" }
    ]
  }),
  entry("e2", 40, {
    action: "channels.create",
    actor: "key",
    keyName: "Deployment",
    address: "2001:db8:85a3:8d3:1319::7348"
  }),
  entry("e3", 90, {
    action: "team.invite",
    isFinished: false,
    email: "a.very.long.address.of.somebody@subsidiary.example"
  }),
  entry("e4", 1_500, {
    action: "account.plan",
    actor: "service",
    email: null,
    address: "",
    userAgent: "",
    changes: [{ field: "plan", before: "free", after: "agency" }]
  }),
  entry("e5", 1_600, { action: "newer.thing", actor: "operator", email: null })
]
