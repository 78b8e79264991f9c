import type { choicesEn } from "./choices.en.ts"

/** The German words on a long list to choose from. */
export const choicesDe: typeof choicesEn = {
  search: "Einen Monitor suchen",
  moreMonitors: (count) => `${count} weitere. Tippen Sie, um sie zu finden.`
}
