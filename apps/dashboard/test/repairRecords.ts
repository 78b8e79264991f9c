import type { Incident, IncidentRepair, Repair } from "@mon/model"

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

const repair = (index: number, code: string, more: Partial<Repair> = {}): Repair => ({
  id: `repair-${index}`,
  kind: "email",
  code,
  severity: "high",
  message: `The finding ${code}.`,
  state: "open",
  openedAt: ago((index + 2) * DAY_MS),
  reportedAt: null,
  appliedAt: null,
  verifiedAt: null,
  closedAt: null,
  endedAt: null,
  repairSeconds: null,
  reopened: 0,
  records: [{ type: "TXT", host: "_dmarc.example.com", values: ["v=DMARC1; p=none"], replaces: [] }],
  answers: null,
  locations: [],
  worth: null,
  inboxes: null,
  steps: [{ step: "opened", at: ago((index + 2) * DAY_MS) }],
  ...more
})

/** Returns a repair in each state. One repair came undone, and one waits for a server that still has the old record. */
export const repairsOf = (host: string): ReadonlyArray<Repair> => {
  const answer = (server: string, state: "published" | "old" | "failed") => ({
    type: "TXT" as const,
    host: `_dmarc.${host}`,
    server,
    state
  })
  return [
    repair(4, "mx_missing", {
      state: "closed",
      closedAt: ago(DAY_MS),
      repairSeconds: 5 * 86_400,
      worth: { rubricVersion: "2026.11.2", before: 41, after: 62 },
      inboxes: { jobId: "simulation-1", simulatedAt: ago(9 * DAY_MS), emails: 1_200, before: 931, after: 1_004 }
    }),
    repair(3, "dmarc_missing", {
      state: "applied",
      appliedAt: ago(HOUR_MS),
      answers: {
        at: ago(HOUR_MS),
        state: "pending",
        resolvers: 0,
        servers: [
          answer("ns1.example.net 192.0.2.53", "published"),
          answer("ns2.example.net 192.0.2.54", "old"),
          answer("resolver", "old")
        ]
      }
    }),
    repair(2, "spf_missing", { reopened: 1 }),
    repair(1, "dkim_short_key", { records: [] }),
    repair(0, "dkim_none", { state: "verified", appliedAt: ago(HOUR_MS), verifiedAt: ago(HOUR_MS) })
  ]
}

export const certificateRepair = (more: Partial<Repair> = {}): Repair =>
  repair(9, "certificate_invalid", {
    kind: "certificate",
    message: "The certificate is not valid (expired).",
    records: [],
    ...more
  })

export const dnsRepair = (host: string, more: Partial<Repair> = {}): Repair =>
  repair(8, "dns_changed", {
    kind: "dns",
    severity: "medium",
    message: "The MX records changed",
    records: [
      {
        type: "MX",
        host,
        values: ["10 old.mail-host.example"],
        replaces: ["10 mx1.mail-host.example", "20 mx2.mail-host.example"]
      }
    ],
    ...more
  })

/**
 * Returns the repair of an incident. The repair is open as long as the incident, and otherwise closed. It came undone
 * once.
 */
export const repairOfIncident = (
  { durationSeconds, resolvedAt, startedAt, status }: Incident,
  reportedAt: string | null
): IncidentRepair => ({
  state: status === "open" ? "open" : "closed",
  cause: "connection_refused",
  openedAt: startedAt,
  reportedAt,
  reportedBy: reportedAt === null ? null : "Maria",
  appliedAt: resolvedAt,
  verifiedAt: resolvedAt,
  closedAt: resolvedAt,
  repairSeconds: resolvedAt === null ? null : durationSeconds,
  reopened: 1,
  previousIncidentId: "incident-earlier",
  locations: resolvedAt === null ? [] : [{ location: "default", sees: "up", at: resolvedAt }],
  answers: null,
  worth: resolvedAt === null ? null : { downtimeSeconds: durationSeconds },
  steps: [{ step: "reopened", at: startedAt }]
})
