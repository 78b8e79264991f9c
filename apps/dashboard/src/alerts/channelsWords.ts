import { channelsDe } from "./channels.de.ts"
import { channelsEn } from "./channels.en.ts"

export const channelsWords = { en: channelsEn, de: channelsDe } as const
