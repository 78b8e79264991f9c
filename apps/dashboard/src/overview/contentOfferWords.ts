import { contentOfferDe } from "./contentOffer.de.ts"
import { contentOfferEn } from "./contentOffer.en.ts"

/** The words of the offer to count broken pages as outages. */
export const contentOfferWords = { en: contentOfferEn, de: contentOfferDe } as const
