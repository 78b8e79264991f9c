import { messageDe } from "./message.de.ts"
import { messageEn } from "./message.en.ts"

/** The words of the screen that checks a received message. */
export const messageWords = { en: messageEn, de: messageDe } as const
