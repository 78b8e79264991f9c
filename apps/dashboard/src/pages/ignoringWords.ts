import { ignoringDe } from "./ignoring.de.ts"
import { ignoringEn } from "./ignoring.en.ts"

export const ignoringWords = { en: ignoringEn, de: ignoringDe } as const
