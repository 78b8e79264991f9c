import type { Monitor } from "../src/api/monitors.ts"

/** Returns a monitor without problems, with the given changes. */
export const monitor = (changes: Partial<Monitor>): Monitor => ({
  id: changes.name ?? "a",
  kind: "domain",
  name: "a",
  host: "a.example",
  state: "up",
  since: 0,
  responseMs: 100,
  uptime30: 100,
  certDays: 90,
  certProblem: null,
  regDays: 300,
  grade: "A",
  code: null,
  acknowledgedBy: null,
  maintenanceUntil: null,
  flapping: null,
  contentFault: null,
  isContentFaultCertain: false,
  isRemarkOnly: false,
  canWrite: true,
  unseen: 0,
  changedAt: null,
  tags: [],
  ...changes
})
