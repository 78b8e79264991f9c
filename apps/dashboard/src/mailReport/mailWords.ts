import { mailDe } from "./mail.de.ts"
import { mailEn } from "./mail.en.ts"

/** The words of the email health screens. */
export const mailWords = { en: mailEn, de: mailDe } as const
