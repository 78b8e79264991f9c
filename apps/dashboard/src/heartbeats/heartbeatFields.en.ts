import type { WordTable } from "../words/WordTable.ts"

/** The English labels and hints of the fields of heartbeats. */
export const heartbeatFieldsEn: { readonly labels: WordTable; readonly hints: WordTable } = {
  labels: {
    __proto__: null as never,
    schedule: "Schedule",
    "schedule.every": "Time between two runs",
    "schedule.cron": "Cron expression",
    "schedule.onCalendar": "systemd OnCalendar",
    "schedule.timeZone": "Time zone",
    lateAfter: "Late after",
    "lateAfter.none": "Never late",
    maxRuntime: "Longest run",
    "maxRuntime.none": "No limit",
    minRuntime: "Shortest run",
    "minRuntime.none": "No limit",
    atMost: "Most runs in a period",
    "atMost.none": "Any number",
    "atMost.runs": "Number of runs",
    "atMost.period": "Period",
    filters: "Filters",
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
    lateAfter: "A run that begins later than this after its expected time makes the heartbeat down.",
    maxRuntime: "A run that takes longer makes the heartbeat down. The job must also send a ping when it starts.",
    minRuntime:
      "A run that succeeds faster than this makes the heartbeat down, for example a backup that found nothing to copy.",
    atMost: "More runs make the heartbeat down, for example of a job that is in two crontabs.",
    "atMost.runs": "The most runs that may begin in the period.",
    "atMost.period": "The length of the period in which runs count.",
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
    slug: "For URLs with the ping key of the account: a to z, 0 to 9, - and _. Leave it empty to use the name.",
    dependsOn:
      "For example, the server on which the job runs. While one of these is down, Mon sends no alert when this one goes down."
  }
}
