import { trialDe } from "./trial.de.ts"
import { trialEn } from "./trial.en.ts"

export const trialWords = { en: trialEn, de: trialDe } as const
