import { mailDe } from "./mail.de.ts"
import { mailEn } from "./mail.en.ts"

export const mailWords = { en: mailEn, de: mailDe } as const
