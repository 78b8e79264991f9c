import { mailDe } from "./mail.de.ts"
import { mailEn } from "./mail.en.ts"

/** The words of the screens of mail health. */
export const mailWords = { en: mailEn, de: mailDe } as const
