import { ignoringDe } from "./ignoring.de.ts"
import { ignoringEn } from "./ignoring.en.ts"

/** The words of the dialog for ignoring lines of a page. */
export const ignoringWords = { en: ignoringEn, de: ignoringDe } as const
