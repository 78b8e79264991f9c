import { channelsDe } from "./channels.de.ts"
import { channelsEn } from "./channels.en.ts"

/** The words of the screens of alert channels. */
export const channelsWords = { en: channelsEn, de: channelsDe } as const
