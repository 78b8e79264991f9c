import type { Resolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import { lookUp } from "../DnsLookup.ts"
import { joinChunks } from "../DnsText.ts"
import type { ExtraTexts } from "./ExtraFacts.ts"

/** Reads all TXT records at the names of MTA-STS, TLS-RPT and BIMI, whether they are valid or not. */
export const inspectExtraTexts = (resolver: Resolver, domain: string): Effect.Effect<ExtraTexts> => {
  const textsAt = (name: string) =>
    Effect.map(lookUp(resolver, name, "TXT"), ({ answer }) => answer?.records.map(joinChunks) ?? null)
  return Effect.all(
    {
      mtaSts: textsAt(`_mta-sts.${domain}`),
      tlsRpt: textsAt(`_smtp._tls.${domain}`),
      bimi: textsAt(`default._bimi.${domain}`)
    },
    { concurrency: 3 }
  )
}
