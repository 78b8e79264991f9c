const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

/** The English texts of the parts that only heartbeats have. */
export const heartbeatsEn = {
  running: "running now",
  late: "late",
  expected: (when: string) => `next run expected ${when}`,
  overdue: (since: string) => `a run has been due for ${since}`,
  none: "no ping yet",
  facts: {
    title: "Schedule",
    schedule: "Runs",
    every: (duration: string) => `every ${duration}`,
    next: "Expected next",
    late: "Late after",
    longest: "Longest run",
    shortest: "Shortest run",
    atMost: "At most",
    atMostValue: (runs: string, period: string) => `${runs} ${runs === "1" ? "run" : "runs"} in ${period}`,
    lastPing: "Last ping",
    lastRuntime: "Last run time",
    pings: "Pings",
    advice: "Another schedule may fit",
    early: (duration: string) => `The last runs began ${duration} early.`,
    delayed: (duration: string) => `The last runs began ${duration} late.`,
    zones: (zones: string) => `In the time zone ${zones}, they fit the schedule.`,
    apart: (duration: string) => `The last runs were about ${duration} apart.`
  },
  runs: {
    title: "Last runs",
    none: "No run has ended yet.",
    unknown: "Run time not known",
    summary: (runs: number, failed: number, late: number, gaps: number) =>
      [
        `${runs} ${plural(runs, "run", "runs")}`,
        ...(failed === 0 ? [] : [`${failed} failed`]),
        ...(late === 0 ? [] : [`${late} late`]),
        ...(gaps === 0 ? [] : [`${gaps} missed`])
      ].join(", "),
    legend: { ok: "Success", failed: "Failure", late: "Late", gap: "Missed" },
    longest: (duration: string) => `The longest run took ${duration}.`,
    list: "Runs, oldest first",
    failed: "failed",
    late: "late",
    ok: "succeeded",
    exit: (code: string) => `exit code ${code}`,
    took: (duration: string) => `took ${duration}`,
    missed: (count: number) => `${count} ${plural(count, "run was", "runs were")} missed`,
    hint: "Late and missed runs are calculated from the current schedule."
  },
  pings: {
    tab: "Pings",
    none: "No pings yet",
    noneHint: "When the job sends its first ping, it appears here.",
    columns: { n: "No.", time: "Time", kind: "Signal", runtime: "Run time", exit: "Exit code", client: "Sent by" },
    kinds: { start: "Start", success: "Success", fail: "Failure", log: "Log", ignored: "Ignored" },
    output: "Output",
    show: (n: number, size: string) => `Output of ping ${n} (${size})`,
    cut: "The start of the output was too long and is not stored.",
    empty: "The output is empty.",
    newNetwork: "new network",
    run: (id: string) => `run ${id}`,
    kept: (count: string) => `Mon stores the last ${count} pings.`
  },
  paste: {
    label: "Paste a line of a crontab",
    hint: "Mon reads the schedule from it, and names the heartbeat after the program. Without such a line, fill in the form.",
    read: "Recognised. Check the name, the schedule and the time zone below.",
    unread: "This is not a line of a crontab. Fill in the form below."
  },
  setup: {
    tab: "How to ping",
    title: "How to ping",
    hint: "The job requests this URL when it ends. To report a start, a failure or an exit code, append /start, /fail or the code to the URL.",
    url: "Ping URL",
    copyUrl: "Copy the ping URL",
    secret: "Anyone who knows this URL can send pings for the job, so treat it like a password.",
    hidden: "Only people who can change this heartbeat see its ping URL.",
    tool: "Example for",
    copyExample: (title: string) => `Copy the example for ${title}`,
    waiting: "Mon waits for the first ping. Until then, there are no alerts.",
    byEmail: "Ping by email",
    byEmailHint:
      "For jobs that can only send emails. Each email is a success, unless the filters in the settings find something else in it.",
    email: "Email address for pings",
    copyEmail: "Copy the email address",
    named: "Ping by name",
    namedHint:
      "A second kind of ping URL contains the heartbeat's name and a key that works for all heartbeats in the account. With ?create=1, a ping creates the heartbeat if it does not exist yet.",
    showNamed: "Show the URL with the name",
    copyNamed: "Copy the ping URL with the name",
    namedEmail: "Email address with the name",
    copyNamedEmail: "Copy the email address with the name",
    key: "Anyone who knows the key can send pings for all heartbeats in the account, so treat it like a password.",
    rotate: "Replace the ping URL…",
    rotateTitle: "Replace the ping URL?",
    rotateHint:
      "You get a new URL. The current one works until a week has passed without a ping to it, so you have time to change the job.",
    rotated: "The heartbeat has a new ping URL.",
    earlier: (ends: string) => `The earlier ping URL works until ${ends}. Each ping to it extends this time.`,
    earlierUsed: (when: string) => `The earlier ping URL was last used ${when}.`,
    earlierUnused: "The earlier ping URL has not been used since it was replaced."
  }
}
export type HeartbeatsWords = typeof heartbeatsEn
