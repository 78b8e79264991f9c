import type { AlertSource, SourceIncident, SourceIncidentDetails } from "@mon/model"
import { deliveriesAt } from "./deliveryRecords.ts"

const MINUTE = 60_000
const ago = (minutes: number): string => new Date(Date.now() - minutes * MINUTE).toISOString()

/** The token of every new source in the stand-in. */
export const TOKEN = "3f1c0c8e5b7d4a6f9e2d1b0a7c5e9f3c"

/** Returns sources of each kind: one with open alerts, one that is off, and one that the plan does not allow. */
export const makeSources = (): Array<AlertSource> => [
  {
    id: "a1",
    name: "Prometheus",
    kind: "alertmanager",
    isActive: true,
    tokenHint: "9f3c",
    openIncidents: 2,
    createdAt: ago(90_000),
    lastReceivedAt: ago(3),
    stoppedBy: null
  },
  {
    id: "a2",
    name: "Backup jobs",
    kind: "pagerduty",
    isActive: false,
    tokenHint: "01ab",
    openIncidents: 0,
    createdAt: ago(80_000),
    lastReceivedAt: ago(9_000),
    stoppedBy: null
  },
  {
    id: "a3",
    name: "Grafana of the client",
    kind: "grafana",
    isActive: true,
    tokenHint: "77de",
    openIncidents: 0,
    createdAt: ago(70_000),
    lastReceivedAt: null,
    stoppedBy: "plan"
  }
]

/** Returns two open incidents of the first source, one of them acknowledged, and one that is over. */
export const makeSourceIncidents = (): Array<SourceIncident> => {
  const open: SourceIncident = {
    id: "tool-1",
    sourceId: "a1",
    sourceName: "Prometheus",
    sourceKind: "alertmanager",
    key: "57c6d9296de2ad39",
    status: "open",
    title: "Disk almost full on db1 <b>now</b>",
    summary: "/var is 96 % full.\nDelete old logs, or add space.",
    severity: "critical",
    link: "https://prometheus.example.com/graph?g0.expr=disk",
    labels: [
      { name: "instance", value: "db1:9100" },
      { name: "mountpoint", value: "/var" }
    ],
    startedAt: ago(42),
    lastReceivedAt: ago(3),
    alerts: 8,
    resolvedAt: null,
    durationSeconds: 42 * 60,
    note: null,
    acknowledgement: null
  }
  return [
    open,
    {
      ...open,
      id: "tool-2",
      key: "b",
      title: "Certificate of the mail server expires",
      severity: "warning",
      summary: null,
      link: "javascript:alert(1)",
      labels: [],
      alerts: 1,
      note: "See the runbook",
      acknowledgement: { at: ago(20), by: null, via: "api", channel: "Prometheus", note: null }
    },
    {
      ...open,
      id: "tool-3",
      key: "c",
      title: "Load too high",
      severity: "info",
      status: "resolved",
      resolvedAt: ago(30)
    }
  ]
}

export const detailsOfTool = (incident: SourceIncident): SourceIncidentDetails => ({
  ...incident,
  deliveries: deliveriesAt(incident.startedAt).map((delivery) => ({
    ...delivery,
    event: delivery.event === "down" ? "external_alert" : delivery.event
  }))
})
