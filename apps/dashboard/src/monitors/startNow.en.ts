export const startNowEn = {
  start: "Start maintenance…",
  startTitle: "Start maintenance now?",
  startHint: (name: string) =>
    `Mon sends no alerts about problems with ${name} that start during this window. If ${name} is still down when it ends, you will get an alert then.`,
  startName: (name: string) => `Maintenance on ${name}`,
  lengths: { 30: "30 minutes", 60: "1 hour", 120: "2 hours" },
  started: (name: string, minutes: number) => `Maintenance on ${name} has started. It ends in ${minutes} minutes.`,
  until: "until",
  active: "Maintenance:",
  activeHint: "no alerts are sent about problems that start now."
}
