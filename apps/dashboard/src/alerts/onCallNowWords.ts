import { onCallNowDe } from "./onCallNow.de.ts"
import { onCallNowEn } from "./onCallNow.en.ts"

export const onCallNowWords = { en: onCallNowEn, de: onCallNowDe } as const
