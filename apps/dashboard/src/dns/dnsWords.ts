import { dnsDe } from "../words/dnsDe.ts"
import { dnsEn } from "../words/dnsEn.ts"

/** The words of the DNS screen. */
export const dnsWords = { en: dnsEn, de: dnsDe } as const
