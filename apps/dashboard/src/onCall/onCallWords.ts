import { onCallDe } from "./onCall.de.ts"
import { onCallEn } from "./onCall.en.ts"

export const onCallWords = { en: onCallEn, de: onCallDe } as const
