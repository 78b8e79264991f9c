import { trialDe } from "../words/trialDe.ts"
import { trialEn } from "../words/trialEn.ts"

/** The words of a trial of a domain. */
export const trialWords = { en: trialEn, de: trialDe } as const
