import type { startNowEn } from "./startNow.en.ts"

export const startNowDe: typeof startNowEn = {
  start: "Wartung beginnen…",
  startTitle: "Jetzt mit der Wartung beginnen?",
  startHint: (name) =>
    `Was in dieser Zeit bei ${name} beginnt, wird nicht gemeldet. Was am Ende noch gestört ist, wird dann gemeldet.`,
  startName: (name) => `Wartung von ${name}`,
  lengths: { 30: "30 Minuten", 60: "1 Stunde", 120: "2 Stunden" },
  started: (name, minutes) => `Die Wartung von ${name} hat begonnen. Sie endet in ${minutes} Minuten.`,
  until: "bis",
  active: "Wartung:",
  activeHint: "Was jetzt beginnt, wird nicht gemeldet."
}
