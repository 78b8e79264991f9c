import type { Zone } from "@mon/dns"
import { makeZoneResolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { createRequire } from "node:module"
import { escapeName } from "../src/DnsText.ts"

interface MailauthResult {
  readonly status: { readonly result: string; readonly comment?: string; readonly explanation?: string }
}

type MailauthSpf = (options: {
  readonly ip: string
  readonly sender: string
  readonly helo: string
  readonly mta: string
  readonly strict: boolean
  readonly resolver: (name: string, type: string) => Promise<unknown>
}) => Promise<MailauthResult>

/** The interface of mailauth's untyped module, as its README documents it. */
const { spf } = createRequire(import.meta.url)("mailauth/lib/spf/index.js") as { readonly spf: MailauthSpf }

const failed = (code: string): Error => Object.assign(new Error(code), { code })

type Asked = "A" | "AAAA" | "MX" | "TXT" | "PTR"
const isAsked = (type: string): type is Asked => ["A", "AAAA", "MX", "TXT", "PTR"].includes(type)

const shape = {
  A: (record: { readonly address: string }) => record.address,
  AAAA: (record: { readonly address: string }) => record.address,
  MX: (record: { readonly exchange: string; readonly preference: number }) => ({
    exchange: record.exchange,
    priority: record.preference
  }),
  TXT: (record: { readonly chunks: ReadonlyArray<string> }) => [...record.chunks],
  PTR: (record: { readonly target: string }) => record.target
} as const

/** Returns a function that answers from the zone in the same way as node:dns. */
export const nodeLike = (zone: Zone) => {
  const resolver = makeZoneResolver(zone)
  return async (name: string, type: string): Promise<unknown> => {
    if (!isAsked(type)) throw failed("ENODATA")
    const lookup = Effect.runSync(Effect.result(resolver.query(escapeName(name), type)))
    if (Result.isFailure(lookup))
      throw failed(
        lookup.failure.reason === "Timeout"
          ? "ETIMEOUT"
          : lookup.failure.reason === "BadName"
            ? "EBADNAME"
            : "ESERVFAIL"
      )
    if (lookup.success.status === "nxdomain") throw failed("ENOTFOUND")
    if (lookup.success.records.length === 0) throw failed("ENODATA")
    return lookup.success.records.map((record) => shape[type](record as never))
  }
}

/** Returns the SPF result of mailauth in its strict mode. */
export const mailauthSpf = async (
  zone: Zone,
  request: { readonly ip: string; readonly sender: string; readonly helo: string }
): Promise<{ readonly result: string; readonly comment: string }> => {
  const { status } = await spf({ ...request, mta: "mx.receiver.example", strict: true, resolver: nodeLike(zone) })
  return { result: status.result, comment: status.comment ?? "" }
}
