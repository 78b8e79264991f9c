import type { WordTable } from "../words/WordTable.ts"

/** The English labels and hints of the fields of heartbeats. */
export const heartbeatFieldsEn: { readonly labels: WordTable; readonly hints: WordTable } = {
  labels: {
    __proto__: null as never,
    schedule: "Schedule",
    "schedule.every": "Time between runs",
    "schedule.cron": "Cron expression",
    "schedule.onCalendar": "systemd OnCalendar",
    "schedule.timeZone": "Time zone",
    lateAfter: "Late after",
    "lateAfter.none": "Never late",
    maxRuntime: "Longest run",
    "maxRuntime.none": "No limit",
    minRuntime: "Shortest run",
    "minRuntime.none": "No limit",
    atMost: "Maximum runs per period",
    "atMost.none": "Any number",
    "atMost.runs": "Number of runs",
    "atMost.period": "Period",
    slug: "Name in ping URLs"
  },
  hints: {
    __proto__: null as never,
    schedule: "When the job runs. If its ping does not come in time, Mon alerts you.",
    lateAfter: "If a run begins later than this after its expected time, Mon marks the heartbeat as down.",
    maxRuntime:
      "If a run takes longer than this, Mon marks the heartbeat as down. The job must also send a ping when it starts.",
    minRuntime:
      "If a run succeeds faster than this, Mon marks the heartbeat as down. An example is a backup that found nothing to copy.",
    atMost:
      "If more runs than this begin in the period, Mon marks the heartbeat as down. An example is a job that is in two crontabs.",
    "atMost.runs": "The maximum number of runs that may begin in the period.",
    "atMost.period": "The length of the period in which runs are counted.",
    slug: "Used in ping URLs that contain the account's ping key. Allowed: a to z, 0 to 9, - and _. Leave it empty to use the heartbeat's name.",
    dependsOn:
      "For example, the server on which the job runs. While one of these monitors is down, Mon sends no alert when the heartbeat goes down."
  }
}
