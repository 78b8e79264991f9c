import { messageDe } from "../words/messageDe.ts"
import { messageEn } from "../words/messageEn.ts"

/** The words of the screen that checks a received message. */
export const messageWords = { en: messageEn, de: messageDe } as const
