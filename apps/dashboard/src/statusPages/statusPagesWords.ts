import { statusPagesDe } from "../words/statusPagesDe.ts"
import { statusPagesEn } from "../words/statusPagesEn.ts"

/** The words of the screens of status pages. */
export const statusPagesWords = { en: statusPagesEn, de: statusPagesDe } as const
