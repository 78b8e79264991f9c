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
    filters: "Filters",
    "filters.more": "Keywords and methods",
    "filters.method": "Methods that count",
    "filters.method.none": "All methods",
    "filters.method.POST": "Only POST",
    "filters.failure": "Keywords of a failure",
    "filters.success": "Keywords of a success",
    "filters.start": "Keywords of a start",
    "filters.subject": "Search the subject of emails",
    "filters.body": "Search the text of emails",
    "filters.httpBody": "Search what a ping over HTTP contains",
    "filters.defaultFail": "A ping without a keyword is a failure",
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
    filters:
      "Which pings count, and keywords in their text that say what they report. They apply to ping URLs of the kind that Healthchecks has, and to emails.",
    "filters.method": "Pings over HTTP with another method are ignored.",
    "filters.failure": "Separated by commas. Upper and lower case differ. Failures are searched for first.",
    "filters.success": "Separated by commas. They count if there is no keyword of a failure.",
    "filters.start": "Separated by commas. They count if there is no other keyword.",
    "filters.subject": "A keyword in the subject counts.",
    "filters.body": "A keyword in the text counts.",
    "filters.httpBody": "A keyword in the body of the request counts, whatever its URL says.",
    "filters.defaultFail": "Otherwise, a ping in which no keyword is found is ignored.",
    slug: "Used in ping URLs that contain the account's ping key. Allowed: a to z, 0 to 9, - and _. Leave it empty to use the heartbeat's name.",
    dependsOn:
      "For example, the server on which the job runs. While one of these monitors is down, Mon sends no alert when the heartbeat goes down."
  }
}
