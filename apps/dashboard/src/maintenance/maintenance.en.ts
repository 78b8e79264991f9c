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
    "During a maintenance window, Mon keeps checking but sends no alerts about problems that start in it. If something is still down when the window ends, you will get an alert then. The window does not count toward uptime.",
  states: { active: "Active", scheduled: "Planned", stopped: "Stopped by the plan", ended: "Ended" },
  stoppedHint:
    "You have more maintenance windows than your plan allows, and this one is over the limit, so it does not suppress alerts. Get a larger plan, or end or delete an older window.",
  unpublished: "Not shown on public status pages.",
  until: "until",
  next: "Next:",
  minutes: (minutes: string) => `${minutes} long`,
  byRule: "by rule",
  covers: "Covers",
  everything: "all monitors",
  tagged: (tag: string) => `the monitors tagged ${tag}`,
  taggedUnseen: "the monitors with a tag you cannot see",
  more: (count: number) => `and ${count} more`,
  created: (name: string) => `“${name}” is planned.`,
  saved: (name: string) => `“${name}” was saved.`,
  ended: (name: string) => `“${name}” has ended. You will now get alerts about anything that is still down.`,
  removed: (name: string) => `“${name}” was deleted.`,
  removeTitle: "Delete this maintenance window?",
  removeHint:
    "If something is down and no other window covers it, you will get the alert now. Past maintenance still does not count toward uptime.",
  form: {
    create: "Plan maintenance",
    edit: "Change maintenance",
    name: "Name",
    nameExample: "Weekly deployment",
    what: "What it covers",
    targets: { account: "All monitors", tags: "Monitors with a tag", monitors: "Selected monitors" },
    monitors: "Monitors",
    tags: "Tags",
    when: "When",
    whens: {
      now: "Now",
      once: "Once",
      daily: "Every day",
      weekly: "Every week",
      monthly: "Every month",
      custom: "By recurrence rule"
    },
    start: "Start",
    length: "Length in minutes",
    zone: "Time zone",
    rule: "Rule",
    ruleHint: "An RFC 5545 recurrence rule, such as FREQ=MONTHLY;BYDAY=-1SU.",
    published: "Show on public status pages",
    publishedHint: "If not, status pages show what the checks find, as usual. No alerts are sent either way.",
    preview: (zone: string) => `Next times (${zone})`,
    noPreview: "There are no more times."
  }
}

export type MaintenanceWords = typeof maintenanceEn
