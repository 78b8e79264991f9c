import { trialDe } from "../words/trialDe.ts"
import { trialEn } from "../words/trialEn.ts"

/** The words of a check that is not stored. */
export const trialWords = { en: trialEn, de: trialDe } as const
