import type { WordTable } from "../words/WordTable.ts"

/** The title of a step with the name of a domain in it. */
const NAMED = /^Decide whether (.+) has email$/u

/** The title of a step in the viewer's language, or as the API gives it. */
export const stepTitle = (titles: WordTable, title: string): string => {
  const domain = NAMED.exec(title)?.[1]
  if (domain === undefined) return titles[title] ?? title
  return titles["Decide whether {domain} has email"]?.replace("{domain}", () => domain) ?? title
}
