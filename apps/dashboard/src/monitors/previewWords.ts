import { previewDe } from "./preview.de.ts"
import { previewEn } from "./preview.en.ts"

/** The texts about the preview of a page, and about reasons why a page cannot be compared. */
export const previewWords = { en: previewEn, de: previewDe } as const
