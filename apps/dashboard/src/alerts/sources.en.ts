export const sourcesEn = {
  title: "From other tools",
  open: "Open alerts from other tools",
  ended: "Alerts from other tools that are over",
  noneOpen: "No open alerts from other tools.",
  noneEnded: "No alerts from other tools are over.",
  older: "Older alerts",
  all: (count: string) => `All ${count}`,
  allMany: (count: string) => `All (more than ${count})`,
  columns: { title: "Alert", source: "Source", lasted: "Duration", began: "Started" },
  state: { open: "Open", resolved: "Over" },
  mark: (state: string, severity: string) => `${state}, severity: ${severity}`,
  kinds: {
    pagerduty: "PagerDuty events",
    opsgenie: "Opsgenie alerts",
    alertmanager: "Prometheus Alertmanager",
    grafana: "Grafana"
  },
  severities: { critical: "Critical", error: "Error", warning: "Warning", info: "Info" },
  page: {
    reported: "What the tool reported",
    source: "Source",
    severity: "Severity",
    stateTerm: "State",
    began: "Start",
    ended: "End",
    lasted: "Duration",
    received: "Received",
    times: (count: number) => (count === 1 ? "once" : `${count} times`),
    lastAt: "last",
    description: "Description",
    link: "Link",
    note: "Last note of the tool",
    key: "Key of the alert",
    labels: "Labels",
    toList: "All incidents",
    toSources: "Alert sources",
    nobody: "Nobody has been notified so far, or the deliveries are more than 30 days old.",
    viewer: "You can read this alert, but not acknowledge it. Ask the account owner for the role of an editor.",
    absent: "Not found",
    absentHint:
      "This incident does not exist, or nobody has shared it with you. Members see the alerts of other tools only if they got them in the last 30 days."
  }
}

export type SourceWords = typeof sourcesEn
