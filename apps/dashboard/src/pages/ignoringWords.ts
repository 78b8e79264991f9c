import { ignoringDe } from "./ignoring.de.ts"
import { ignoringEn } from "./ignoring.en.ts"

/** The words of the preview of a page, and of lines to ignore. */
export const ignoringWords = { en: ignoringEn, de: ignoringDe } as const
