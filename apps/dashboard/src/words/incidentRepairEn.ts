/** The words of the repair of an incident. */
export const incidentRepairEn = {
  title: "Repair",
  states: { open: "open", applied: "seen", verified: "verified", closed: "finished" },
  open: "When you have repaired it, press the button. Mon then checks at once, and verifies it from every location.",
  openForReaders: "Mon verifies the repair with the first good check, from every location.",
  reported: (person: string) => `Reported by ${person}. Mon checks now.`,
  stillDown: (person: string) => `Reported by ${person}, but the next check failed too.`,
  unknownPerson: "somebody",
  seen: (up: number, all: number) => `${up} of ${all} locations see the site up.`,
  waiting: (locations: string) => `Not yet: ${locations}.`,
  verified: "Every location sees the site up. The next good check ends the incident.",
  closed: "Every location sees the site up.",
  took: "Time to repair",
  worth: "Downtime ended by the repair",
  reopened: (count: number) => (count === 1 ? "The problem came back once." : `The problem came back ${count} times.`),
  previous: "The earlier incident with this cause",
  done: "I have repaired it",
  asked: "Mon checks the site now."
}
