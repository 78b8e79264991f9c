import { shownText } from "../screen/shownText.ts"

export const messageOf = (error: unknown): string => shownText(error instanceof Error ? error.message : String(error))
