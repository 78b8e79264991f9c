import type { choicesEn } from "./choices.en.ts"

/** The German words of a long list from which people choose. */
export const choicesDe: typeof choicesEn = {
  search: "Einen Monitor suchen",
  moreMonitors: (count) => `${count} weitere. Tippen Sie, um sie zu finden.`
}
