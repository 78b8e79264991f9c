import { dnsDe } from "./dns.de.ts"
import { dnsEn } from "./dns.en.ts"

export const dnsWords = { en: dnsEn, de: dnsDe } as const
