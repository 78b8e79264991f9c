const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

export const repairsEn = {
  title: "Repairs",
  hint: "Problems found by checks, and whether they are fixed. Open problems come first.",
  none: "No problems found yet.",
  open: "Repairs in progress",
  allClosed: "Nothing is open.",
  finished: (count: number) => `${count} finished ${plural(count, "repair", "repairs")}`,
  states: { open: "open", applied: "seen", verified: "verified", closed: "finished" },
  found: "found",
  closed: "finished",
  reopened: (count: number) => (count === 1 ? "came back once" : `came back ${count} times`),
  next: {
    publish: "Next: publish the records in the plan, then press the button below it.",
    person:
      "Next: follow the steps in the plan. A DNS record cannot fix this. The next check will show whether it is fixed.",
    wait: "Next: the domain's next check will query all servers. You can also press the button below the plan.",
    behind: (servers: string) => `Next: wait until these servers have the new records: ${servers}.`,
    silent: (servers: string) => `Next: Mon will query these servers again, because they did not respond: ${servers}.`,
    check: "Next: the next check will close it."
  },
  everywhere: (count: number) => `${count} ${plural(count, "server has", "servers have")} the new records.`,
  resolver: "Mon's resolver",
  took: (time: string) => `after ${time}`,
  worth: (before: number, after: number) => `The score went from ${before} to ${after}.`,
  inboxes: (before: string, after: string, emails: string, day: string) =>
    `In the simulation on ${day}, ${before} of ${emails} emails reached an inbox. Now ${after} would.`
}
