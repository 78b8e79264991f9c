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
    "During a maintenance window Mon goes on checking, but sends no alert of what begins inside it. What is still down at its end is announced then. Uptime leaves the time out.",
  states: { active: "Active", scheduled: "Planned", stopped: "Stopped by the plan", ended: "Ended" },
  stoppedHint:
    "Your plan allows fewer maintenance windows, and older ones use them. It suppresses no alerts. Upgrade your plan, or end or delete an older window.",
  until: "until",
  next: "Next:",
  minutes: (minutes: string) => `${minutes} long`,
  covers: "Covers",
  everything: "all monitors",
  tags: (count: number) => (count === 1 ? "the monitors with 1 tag" : `the monitors with ${count} tags`),
  pages: (count: number) => (count === 1 ? "1 page" : `${count} pages`),
  more: (count: number) => `and ${count} more`,
  created: (name: string) => `“${name}” is planned.`,
  saved: (name: string) => `“${name}” is saved.`,
  ended: (name: string) => `“${name}” has ended. What is down is announced now.`,
  removed: (name: string) => `“${name}” is deleted.`,
  removeTitle: "Delete this maintenance window?",
  removeHint: "What is down and no longer covered is announced. Times that have passed stay out of uptime.",
  form: {
    create: "Plan maintenance",
    edit: "Change maintenance",
    name: "Name",
    nameExample: "Weekly deployment",
    what: "What it covers",
    targets: { account: "All monitors", tags: "Monitors with a tag", monitors: "Chosen monitors" },
    monitors: "Monitors",
    monitorsHint: "Ctrl or ⌘ chooses several.",
    tags: "Tags",
    when: "When",
    whens: {
      now: "Now",
      once: "Once",
      daily: "Every day",
      weekly: "Every week",
      monthly: "Every month",
      custom: "By a rule"
    },
    start: "Start",
    length: "Length in minutes",
    zone: "Time zone",
    rule: "Rule",
    ruleHint: "A recurrence rule of RFC 5545, such as FREQ=MONTHLY;BYDAY=-1SU.",
    preview: "Next times",
    noPreview: "There are no further times."
  },
  start: "Start maintenance…",
  startTitle: "Start maintenance now?",
  startHint: (name: string) =>
    `No alert about ${name} that begins in this time is sent. What is still down at its end is announced then.`,
  startName: (name: string) => `Maintenance of ${name}`,
  lengths: { 30: "30 minutes", 60: "1 hour", 120: "2 hours" },
  started: (name: string, minutes: number) => `Maintenance of ${name} has begun. It ends in ${minutes} minutes.`,
  active: "Maintenance:",
  activeHint: "alerts of what begins now are suppressed."
}

/** The words of the screen in each language. */
export type MaintenanceWords = typeof maintenanceEn
