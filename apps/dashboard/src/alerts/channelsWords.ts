import { channelsDe } from "./channels.de.ts"
import { channelsEn } from "./channels.en.ts"

/** The words of the alert channel screens. */
export const channelsWords = { en: channelsEn, de: channelsDe } as const
