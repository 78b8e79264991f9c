const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

/** The words of the list of domains in English. */
export const domains = {
  title: "Domains",
  count: (count: string) => `${count} ${count === "1" ? "domain" : "domains"}`,
  updated: (ago: string) => `updated ${ago}`,
  filter: "Filter by name or host",
  filters: "Filters",
  all: "All",
  down: "Down",
  slow: "Slow",
  certificate: "Certificate ≤ 30 days or broken",
  registration: "Registration ≤ 30 days",
  mail: "Mail D–F",
  up: "Up",
  paused: "Paused",
  anyTag: "Tag: any",
  tag: "Tag",
  sort: "Sort",
  sorts: {
    attention: "needs attention first",
    name: "name",
    uptime: "lowest uptime",
    response: "slowest",
    certificate: "certificate",
    registration: "registration",
    mail: "worst mail grade"
  },
  columns: {
    select: "Select",
    domain: "Domain",
    uptime: "Uptime, 30 d",
    response: "Response",
    certificate: "Certificate",
    registration: "Registration",
    mail: "Mail",
    why: "What is wrong"
  },
  selectOne: (name: string) => `Select ${name}`,
  selectAll: "Select all shown",
  days: (days: number) => `${days} ${plural(days, "day", "days")}`,
  expired: "expired",
  none: "No domain matches",
  noneHint: (hidden: number) => `The filters hide ${hidden} ${plural(hidden, "domain", "domains")}.`,
  clear: "Clear the filters",
  list: "Domains"
}

/** The words of the actions on selected domains in English. */
export const bulk = {
  selected: (count: number) => `${count} selected`,
  bar: "Actions for the selected domains",
  pause: "Pause",
  resume: "Resume",
  tags: "Tags…",
  interval: "Interval…",
  edit: "Edit…",
  editTitle: "Change the selected domains",
  changed: (count: number) => `${count} ${plural(count, "domain was", "domains were")} changed.`,
  remove: "Delete…",
  clear: "Clear the selection",
  paused: (count: number) => `${count} ${plural(count, "domain is", "domains are")} paused.`,
  resumed: (count: number) => `${count} ${plural(count, "domain is", "domains are")} monitored again.`,
  tagged: (tag: string, count: number) => `${tag}: ${count} ${plural(count, "domain", "domains")}.`,
  intervalSet: (interval: string, count: number) =>
    `${count} ${plural(count, "domain is", "domains are")} now checked every ${interval}.`,
  removed: (count: number) => `${count} ${plural(count, "domain was", "domains were")} deleted.`,
  failed: (count: number, reason: string) => `${count} ${plural(count, "domain", "domains")} unchanged: ${reason}`,
  tagTitle: "Tag the selected domains",
  tagAll: "All selected domains have it",
  tagSome: "Some of the selected domains have it",
  newTag: "New tag",
  addTag: "Add",
  readOnly: "You can see some of these domains, but not change them.",
  intervalTitle: "Check the selected domains every",
  intervalField: "Interval",
  apply: "Apply",
  removeTitle: (count: number) => `Delete ${count} ${plural(count, "domain", "domains")}?`,
  removeHint: "Monitoring stops at once and open incidents end. This cannot be undone.",
  typeWord: (word: string) => `Type ${word} to confirm`,
  word: "DELETE",
  removeNow: "Delete"
}
