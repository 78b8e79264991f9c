import { trialDe } from "./trial.de.ts"
import { trialEn } from "./trial.en.ts"

/** The texts about a check that is not stored. */
export const trialWords = { en: trialEn, de: trialDe } as const
