/** The English texts about the schedule of a job. */
export const scheduleEn = {
  kinds: { every: "Every", cron: "Cron expression", onCalendar: "systemd OnCalendar" },
  kindHints: {
    every: "The job runs at a fixed interval, whatever the time of day.",
    cron: "As in a crontab: minute, hour, day of month, month, day of week.",
    onCalendar: "The values of OnCalendar= in a systemd timer, one per line."
  },
  every: "Time between runs",
  timeZone: "Time zone",
  timeZoneHint: "The time zone of the machine that runs the job.",
  next: (zone: string) => `The next runs (${zone}):`,
  never: "This schedule has no further runs.",
  /** Returns the message about a fault in an expression. */
  fault: (message: string): string => `${message.replace(/^./u, (first) => first.toUpperCase())}.`
}
export type ScheduleWords = typeof scheduleEn
