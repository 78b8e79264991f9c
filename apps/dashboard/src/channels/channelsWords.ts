import { channelsDe } from "../words/channelsDe.ts"
import { channelsEn } from "../words/channelsEn.ts"

/** The words of the screens of alert channels. */
export const channelsWords = { en: channelsEn, de: channelsDe } as const
