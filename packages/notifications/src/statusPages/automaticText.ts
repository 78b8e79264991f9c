import type { AutomaticText } from "@mon/core-store"
import { namesText, publicWords, titleOf } from "./publicWords.ts"

/**
 * Writes an automatic post in the language of the page. `components` contains the names of components as the page shows
 * them.
 */
export const automaticText = ({ components, language, state }: AutomaticText) => {
  const words = publicWords[language]
  const isPlain = state === "resolved" || state === "in_progress" || state === "completed"
  return {
    title: titleOf(components, words),
    body: isPlain ? words[state] : words.found(namesText(components, words))
  }
}
