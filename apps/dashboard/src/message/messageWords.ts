import { messageDe } from "./message.de.ts"
import { messageEn } from "./message.en.ts"

export const messageWords = { en: messageEn, de: messageDe } as const
