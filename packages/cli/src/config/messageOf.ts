import { shownText } from "../screen/shownText.ts"

/** Returns the message of an error in one line. */
export const messageOf = (error: unknown): string => shownText(error instanceof Error ? error.message : String(error))
