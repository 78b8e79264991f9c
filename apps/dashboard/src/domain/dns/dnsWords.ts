import { dnsDe } from "./dns.de.ts"
import { dnsEn } from "./dns.en.ts"

/** The words of the DNS screen. */
export const dnsWords = { en: dnsEn, de: dnsDe } as const
