import { clockDe } from "../words/clockDe.ts"
import { clockEn } from "../words/clockEn.ts"

export const clockWords = { en: clockEn, de: clockDe }
