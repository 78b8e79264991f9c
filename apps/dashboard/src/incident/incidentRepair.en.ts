export const incidentRepairEn = {
  title: "Repair",
  states: { open: "open", applied: "seen", verified: "verified", closed: "finished" },
  open: "When you have fixed the problem, press the button. Mon will check immediately and verify the fix from every location.",
  openForReaders: "When the first check passes, Mon verifies the repair from every location.",
  reported: (person: string) => `Reported by ${person}. Mon is checking now.`,
  stillDown: (person: string) => `Reported by ${person}, but the next check failed too.`,
  unknownPerson: "someone",
  target: { site: "the site", service: "the service" },
  seen: (up: number, all: number, target: string) => `${up} of ${all} locations see ${target} as up.`,
  waiting: (locations: string) => `Not yet: ${locations}.`,
  verified: (target: string) => `Every location sees ${target} as up. The incident ends when the next check passes.`,
  closed: (target: string) => `Every location sees ${target} as up.`,
  servers: { published: "new", old: "still the old record", missing: "no record", failed: "no answer" },
  serverStates: {
    verified: "The name servers and resolvers have the repaired records.",
    pending: "The repaired records have not reached every server yet.",
    unknown: "Some servers did not respond. Mon will query them again."
  },
  resolver: "Mon's resolver",
  oneResolver: "Only one of Mon's resolvers confirms this.",
  took: (target: string) => `Time until every location saw ${target} as up`,
  worth: "Downtime",
  reopened: (count: number) => (count === 1 ? "The problem came back once." : `The problem came back ${count} times.`),
  previous: "The earlier incident with this cause",
  done: "I have fixed it",
  asked: (target: string) => `Mon is checking ${target} now.`
}
