import type { incidentListEn } from "./incidentList.en.ts"

export const incidentListDe: typeof incidentListEn = {
  title: "Störungen",
  none: "Keine Störung bekannt.",
  noneHint: "Wenn ein Monitor ausfällt, erscheint die Störung hier mit ihren Belegen.",
  open: "Offen",
  resolved: "Beendet",
  columns: { monitor: "Monitor", cause: "Ursache", lasted: "Dauer", began: "Beginn" }
}
