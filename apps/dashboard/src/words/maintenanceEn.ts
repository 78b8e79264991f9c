/** The words of the screen about maintenance windows. */
export const maintenanceEn = {
  title: "Maintenance",
  create: "Plan maintenance…",
  edit: "Change…",
  editOne: (name: string) => `Change ${name}`,
  end: "End now",
  endOne: (name: string) => `End now: ${name}`,
  remove: "Delete…",
  removeOne: (name: string) => `Delete ${name}`,
  none: "No maintenance is planned",
  noneHint:
    "During a maintenance window, Mon keeps checking but sends no alerts about problems that start in it. If something is still down when the window ends, you are alerted then. The window does not count toward uptime.",
  states: { active: "Active", scheduled: "Planned", stopped: "Stopped by the plan", ended: "Ended" },
  stoppedHint:
    "Your plan allows fewer maintenance windows, and this one is over the limit. It suppresses no alerts. Upgrade your plan, or end or delete an older window.",
  unpublished: "Not shown on public status pages.",
  until: "until",
  next: "Next:",
  minutes: (minutes: string) => `${minutes} long`,
  byRule: "by the rule",
  covers: "Covers",
  everything: "all monitors",
  tagged: (tag: string) => `the monitors tagged ${tag}`,
  aDeletedTag: "a tag that you do not see",
  more: (count: number) => `and ${count} more`,
  created: (name: string) => `“${name}” is planned.`,
  saved: (name: string) => `“${name}” is saved.`,
  ended: (name: string) => `“${name}” has ended. You now get alerts about anything still down.`,
  removed: (name: string) => `“${name}” is deleted.`,
  removeTitle: "Delete this maintenance window?",
  removeHint:
    "If something is down and no other window covers it, you get the alert now. Past maintenance still does not count toward uptime.",
  form: {
    create: "Plan maintenance",
    edit: "Change maintenance",
    name: "Name",
    nameExample: "Weekly deployment",
    what: "What it covers",
    targets: { account: "All monitors", tags: "Monitors with a tag", monitors: "Chosen monitors" },
    monitors: "Monitors",
    tags: "Tags",
    when: "When",
    whens: {
      now: "Now",
      once: "Once",
      daily: "Every day",
      weekly: "Every week",
      monthly: "Every month",
      custom: "By a recurrence rule"
    },
    start: "Start",
    length: "Length in minutes",
    zone: "Time zone",
    rule: "Rule",
    ruleHint: "A recurrence rule of RFC 5545, such as FREQ=MONTHLY;BYDAY=-1SU.",
    published: "Show on public status pages",
    publishedHint:
      "Otherwise status pages show what the checks find, as on any other day. No alerts are sent either way.",
    preview: (zone: string) => `Next times (${zone})`,
    noPreview: "There are no further times."
  },
  start: "Start maintenance…",
  startTitle: "Start maintenance now?",
  startHint: (name: string) =>
    `Mon sends no alerts about problems of ${name} that start during this window. If ${name} is still down when it ends, you are alerted then.`,
  startName: (name: string) => `Maintenance of ${name}`,
  lengths: { 30: "30 minutes", 60: "1 hour", 120: "2 hours" },
  started: (name: string, minutes: number) => `Maintenance of ${name} has begun. It ends in ${minutes} minutes.`,
  active: "Maintenance:",
  activeHint: "no alerts are sent about problems that start now."
}

/** The words of the screen in each language. */
export type MaintenanceWords = typeof maintenanceEn
