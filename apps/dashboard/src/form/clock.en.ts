/** The English texts about time zones, and about times in forms that a clock change skips or repeats. */
export const clockEn = {
  skipped: (time: string, date: string, zone: string, becomes: string) =>
    `Clocks in ${zone} skip ${time} on ${date}, so ${becomes} counts instead.`,
  twice: (time: string, date: string, zone: string, offset: string) =>
    `Clocks in ${zone} show ${time} twice on ${date}, and the first one counts (${offset}).`,
  offer: "Which time zone do you use?",
  offerHint: (zone: string) =>
    `Emails, alerts, maintenance and pauses use UTC, and screens use ${zone}, this browser's time zone.`,
  use: (zone: string) => `Use ${zone} everywhere`,
  keep: "Keep UTC",
  used: (zone: string) => `Your time zone is now ${zone}.`,
  kept: "Your time zone is still UTC. You can change it in your profile."
}

/** The texts about clocks in each language. */
export type ClockWords = typeof clockEn
