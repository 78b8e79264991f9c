import { previewDe } from "./preview.de.ts"
import { previewEn } from "./preview.en.ts"

export const previewWords = { en: previewEn, de: previewDe } as const
