import { mailDe } from "../words/mailDe.ts"
import { mailEn } from "../words/mailEn.ts"

/** The words of the screens of mail health. */
export const mailWords = { en: mailEn, de: mailDe } as const
