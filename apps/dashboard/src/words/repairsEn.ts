const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

/** The words of the repairs of a domain. */
export const repairsEn = {
  title: "Repairs",
  hint: "The problems that checks found, and whether they are fixed. Open ones first.",
  none: "No problems found yet.",
  open: "Repairs in progress",
  allClosed: "Nothing is open.",
  finished: (count: number) => `${count} finished ${plural(count, "repair", "repairs")}`,
  states: { open: "open", applied: "seen", verified: "verified", closed: "finished" },
  found: "found",
  closed: "finished",
  reopened: (count: number) => (count === 1 ? "came back once" : `came back ${count} times`),
  next: {
    publish: "Next: publish the records of the plan, then press the button below it.",
    person: "Next: follow the steps of the plan. No DNS record fixes this. The next check shows whether it is fixed.",
    wait: "Next: the next check of the domain asks all servers. You can also press the button below the plan.",
    behind: (servers: string) => `Next: wait until these have the new records: ${servers}.`,
    silent: (servers: string) => `Next: Mon asks these again, because they did not answer: ${servers}.`,
    check: "Next: the next check closes it."
  },
  everywhere: (count: number) => `${count} ${plural(count, "server has", "servers have")} the new records.`,
  resolver: "the resolver of Mon",
  took: (time: string) => `after ${time}`,
  worth: (before: number, after: number) => `The score went from ${before} to ${after}.`,
  inboxes: (before: string, after: string, emails: string, day: string) =>
    `In the simulation of ${day}, ${before} of ${emails} emails reached an inbox. Now it would be ${after}.`
}
