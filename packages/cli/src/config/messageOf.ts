import { shownText } from "../screen/shownText.ts"

/** What an error says, in one line. */
export const messageOf = (error: unknown): string => shownText(error instanceof Error ? error.message : String(error))
