import { contentOfferDe } from "../words/contentOfferDe.ts"
import { contentOfferEn } from "../words/contentOfferEn.ts"

/** The words of the offer to count broken pages as outages. */
export const contentOfferWords = { en: contentOfferEn, de: contentOfferDe } as const
