import { clockDe } from "./clock.de.ts"
import { clockEn } from "./clock.en.ts"

export const clockWords = { en: clockEn, de: clockDe }
