export const incidentListEn = {
  title: "Incidents",
  none: "No known incidents.",
  noneHint: "When a monitor goes down, its incident appears here with the evidence.",
  open: "Open",
  resolved: "Resolved",
  columns: { monitor: "Monitor", cause: "Cause", lasted: "Duration", began: "Started" }
}
