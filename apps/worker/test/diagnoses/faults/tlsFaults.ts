import type { CauseClass } from "@mon/diagnosis"
import type { Setting } from "@mon/diagnosis/faults"
import { makeAuthority, type SiteTls } from "@mon/tooling/testbed"
import type { Bench, LoopbackFault } from "../Laboratory.ts"
import { type Build, page, SHOP_TEXT, START_PAGE, VALID } from "./Build.ts"

const HOUR_MS = 3_600_000
const daysFromNow = (days: number) => new Date(Date.now() + days * 24 * HOUR_MS)

type Rest = Partial<Omit<LoopbackFault, "class" | "built" | "inject">>

/** Returns a fault whose server uses another certificate from now on. */
const shows = (tlsOf: (bench: Bench) => Promise<SiteTls> | SiteTls, rest: Rest = {}) => ({
  scheme: "https" as const,
  expect: VALID,
  ...rest,
  inject: async (bench: Bench) => bench.replace(await tlsOf(bench))
})

/** Returns a fault that exists from the first check of the monitor. */
const fromTheStart = (fault: Exclude<ReturnType<Build>, string>): ReturnType<Build> => ({
  ...fault,
  goodChecks: 0,
  prepare: fault.inject,
  inject: () => {}
})

const certificateExpired: Build = ({ daysAgo, expired }) => {
  if (expired === "one_of_two_servers") return "which of two addresses a check uses is random"
  const notAfter = new Date(daysFromNow(-Number(daysAgo)).getTime() - HOUR_MS)
  const notBefore = daysFromNow(-Number(daysAgo) - 90)
  return shows(({ authority, host }) =>
    authority.issue({
      names: [host],
      ...(expired === "intermediate" ? {} : { notBefore, notAfter }),
      ...(expired === "leaf" || expired === "old_after_restart" ? {} : { chain: "expired-intermediate" as const })
    })
  )
}

const forOtherName: Build = ({ days, issuer, names }) => ({
  ...shows(
    ({ authority, domain, otherAuthority }) => {
      const lists: Readonly<Record<string, string>> = {
        apex_only: domain,
        www_only: `www.${domain}`,
        other_domain: "other.example.org",
        wildcard_one_level: `*.shop.${domain}`,
        old_name: `old.${domain}`
      }
      return (issuer === "same" ? authority : otherAuthority).issue({
        names: [lists[String(names)] ?? domain],
        notBefore: new Date(daysFromNow(-Number(days)).getTime() - HOUR_MS)
      })
    },
    names === "www_only" ? { label: "" } : {}
  )
})

const STARTS: Readonly<Record<string, string>> = {
  nginx: START_PAGE,
  apache: "<title>Apache2 Ubuntu Default Page: It works</title>",
  iis: "<title>IIS Windows Server</title>"
}

const wrongVirtualHost: Build = ({ server, shown }) => {
  if (shown === "start_page")
    return {
      scheme: "https",
      expect: SHOP_TEXT,
      inject: ({ site }) => site.behave({ body: STARTS[String(server)] ?? "" })
    }
  const old = { notBefore: daysFromNow(-70), notAfter: daysFromNow(200) }
  const names: Readonly<Record<string, string>> = {
    other_site: "www.other.example",
    panel: "panel.hoster.example",
    default_certificate: "server1.hoster.example",
    snakeoil: "localhost.localdomain"
  }
  return shows(({ authority }) =>
    shown === "snakeoil"
      ? authority.selfSigned({ names: [names["snakeoil"] ?? ""], ...old })
      : authority.issue({ names: [names[String(shown)] ?? ""], ...old })
  )
}

const chainIncomplete: Build = ({ sent, since }) => {
  // Clients sort the chain (RFC 8446 section 4.4.2).
  const isHarmless = sent === "unordered"
  const fault = shows(
    async ({ authority, host, otherAuthority }) => {
      const issuerUrl = "http://authority.example/intermediate.cer"
      const leaf = await authority.issue({ names: [host], chain: "leaf", issuerUrl })
      const more: Readonly<Record<string, string>> = {
        leaf_and_root: authority.rootPem,
        leaf_and_wrong_intermediate: otherAuthority.intermediatePem,
        leaf_twice: leaf.leafPem,
        unordered: `${authority.rootPem}${authority.intermediatePem}`
      }
      return { ...leaf, certPem: `${leaf.certPem}${more[String(sent)] ?? ""}` }
    },
    { isHarmless }
  )
  return since === "always" ? fromTheStart(fault) : fault
}

const untrusted: Build = ({ before, kind }) => ({
  ...shows(async ({ authority, host }) => {
    if (kind === "self_signed") return authority.selfSigned({ names: [host] })
    const stranger = await makeAuthority({ name: kind === "staging_authority" ? "(STAGING) Authority" : "Internal" })
    const chain = kind === "self_signed_authority" || kind === "private_root" ? "with-root" : "full"
    return stranger.issue({ names: [host], chain })
  }),
  ...(before === "trusted_other_issuer"
    ? {
        prepare: async ({ host, otherAuthority, replace }: Bench) =>
          replace(await otherAuthority.issue({ names: [host] }))
      }
    : {})
})

const OFFSET_HOURS: Readonly<Record<string, number>> = {
  hour_back: -1,
  day_back: -24,
  year_back: -8_760,
  day_ahead: 24,
  epoch: -400_000
}

const clockWrong: Build = ({ offset, seen }) => {
  const date = new Date(Date.now() + (OFFSET_HOURS[String(offset)] ?? 0) * HOUR_MS).toUTCString()
  // Visitors notice the clock only if it makes a certificate invalid.
  if (seen === "date_header")
    return {
      scheme: "https",
      expect: VALID,
      isHarmless: true,
      inject: ({ replace }) => replace("good", { body: page("Our shop"), headers: { date } })
    }
  return {
    scheme: "https",
    expect: VALID,
    inject: async ({ authority, host, replace }) => {
      const tls = await authority.issue({ names: [host], notBefore: daysFromNow(1) })
      await replace(tls, { body: page("Our shop"), ...(seen === "both" ? { headers: { date } } : {}) })
    }
  }
}

const WEAK = { ciphers: "DEFAULT@SECLEVEL=0" }
/** Returns an alert of TLS (RFC 8446 section 6). */
const alert = (code: number) => Buffer.from([0x15, 3, 3, 0, 2, 2, code])

const tlsTooOld: Build = ({ protocol, seen }) => {
  if (protocol === "SSLv3") return "no library supports SSLv3 any longer"
  const version = protocol === "TLSv1" ? "TLSv1" : "TLSv1.1"
  const old = async ({ authority, host }: Bench): Promise<SiteTls> => ({
    ...(await authority.issue({ names: [host] })),
    ...WEAK,
    minVersion: version,
    maxVersion: version
  })
  if (seen === "handshake_with_warning") return shows(old)
  const replies = {
    alert_protocol_version: alert(70),
    unsupported_protocol: alert(70),
    closed_after_hello: "close",
    reset_after_hello: "reset"
  } as const
  return {
    scheme: "https",
    prepare: async (bench) => bench.replace(await old(bench)),
    inject: ({ speak }) => speak(replies[seen as keyof typeof replies])
  }
}

const failingHandshake = (name: Setting | undefined): Exclude<ReturnType<Build>, string> => {
  if (name === "certificate_required")
    return {
      scheme: "https",
      inject: async ({ authority, host, replace }) =>
        replace({ ...(await authority.issue({ names: [host] })), clientCaPem: authority.rootPem })
    }
  if (name === "plain_http_on_port") return { scheme: "https", inject: ({ replace }) => replace(null) }
  const codes: Readonly<Record<string, number>> = { handshake_failure: 40, unrecognized_name: 112, internal_error: 80 }
  return { scheme: "https", inject: ({ speak }) => speak(alert(codes[String(name)] ?? 80)) }
}

const handshakeFailed: Build = ({ alert: name, since }) =>
  since === "always" ? fromTheStart(failingHandshake(name)) : failingHandshake(name)

export const tlsFaults = {
  certificate_expired: certificateExpired,
  certificate_for_other_name: forOtherName,
  wrong_virtual_host: wrongVirtualHost,
  chain_incomplete: chainIncomplete,
  certificate_untrusted: untrusted,
  clock_wrong: clockWrong,
  tls_too_old: tlsTooOld,
  tls_handshake_failed: handshakeFailed
} as const satisfies Partial<Record<CauseClass, Build>>
