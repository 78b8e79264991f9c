import { type Authority, makeAuthority } from "./Authority.ts"
import type { SiteTls } from "./Site.ts"

const day = (count: number) => new Date(Date.now() + count * 86_400_000)

/** Below its default security level, OpenSSL allows weak keys, weak signatures and old protocols. */
const WEAK = { ciphers: "DEFAULT@SECLEVEL=0" }

type MakeTls = (authority: Authority, name: string) => Promise<SiteTls>

const unknown = () => makeAuthority({ name: "Unknown Authority" })
const past = { notBefore: day(-90), notAfter: day(-2.5) }

/**
 * Cases in which a server's certificate is right or wrong for a name. The client trusts the authority of each case,
 * except where the case is about an untrusted authority.
 */
export const certificateCases = {
  good: (authority, name) => authority.issue({ names: [name] }),
  wildcard: (authority, name) => authority.issue({ names: [name.replace(/^[^.]+/, "*")] }),
  rsa: (authority, name) => authority.issue({ names: [name], key: "rsa" }),
  ed25519: (authority, name) => authority.issue({ names: [name], key: "ed25519" }),
  "many names": (authority, name) =>
    authority.issue({ names: [...Array.from({ length: 1_000 }, (_, index) => `n${index}.example.org`), name] }),
  "root sent too": (authority, name) => authority.issue({ names: [name], chain: "with-root" }),
  reversed: (authority, name) => authority.issue({ names: [name], chain: "reversed" }),
  "TLS 1.2": async (authority, name) => ({ ...(await authority.issue({ names: [name] })), maxVersion: "TLSv1.2" }),
  soon: (authority, name) => authority.issue({ names: [name], notAfter: day(3.5) }),
  expired: (authority, name) => authority.issue({ names: [name], ...past }),
  "not yet": (authority, name) => authority.issue({ names: [name], notBefore: day(2) }),
  "wrong host": (authority) => authority.issue({ names: ["other.example.net"] }),
  "wildcard two labels up": (authority, name) =>
    authority.issue({ names: [`*.${name.split(".").slice(2).join(".")}`] }),
  "no alternative names": (authority, name) => authority.issue({ names: [name], withoutAltNames: true }),
  "self-signed": (authority, name) => authority.selfSigned({ names: [name] }),
  "unknown authority": async (_, name) => (await unknown()).issue({ names: [name] }),
  "unknown authority, root sent too": async (_, name) => (await unknown()).issue({ names: [name], chain: "with-root" }),
  incomplete: (authority, name) =>
    authority.issue({ names: [name], chain: "leaf", issuerUrl: "http://authority.example/intermediate.cer" }),
  "unknown issuer": (authority, name) => authority.issue({ names: [name], chain: "leaf" }),
  "expired intermediate": (authority, name) => authority.issue({ names: [name], chain: "expired-intermediate" }),
  "spare intermediate": (authority, name) => authority.issue({ names: [name], chain: "spare-intermediate" }),
  "old roots sent too": async (authority, name) => ({
    ...(await authority.issue({ names: [name], chain: "old-roots" })),
    ...WEAK
  }),
  "expired, old roots sent too": async (authority, name) => ({
    ...(await authority.issue({ names: [name], chain: "old-roots", ...past })),
    ...WEAK
  }),
  "intermediate ends soon": (authority, name) => authority.issue({ names: [name], intermediateNotAfter: day(5.5) }),
  "expired and self-signed": (authority, name) => authority.selfSigned({ names: [name], ...past }),
  "expired, unknown authority": async (_, name) => (await unknown()).issue({ names: [name], ...past }),
  "expired, wrong host": (authority) => authority.issue({ names: ["other.example.net"], ...past }),
  "weak key": async (authority, name) => ({ ...(await authority.issue({ names: [name], key: "rsa-1024" })), ...WEAK }),
  "weak signature": async (authority, name) => ({
    ...(await authority.issue({ names: [name], hash: "sha1" })),
    ...WEAK
  }),
  "TLS 1.0": async (authority, name) => ({
    ...(await authority.issue({ names: [name] })),
    ...WEAK,
    minVersion: "TLSv1",
    maxVersion: "TLSv1"
  }),
  "TLS 1.1": async (authority, name) => ({
    ...(await authority.issue({ names: [name] })),
    ...WEAK,
    minVersion: "TLSv1.1",
    maxVersion: "TLSv1.1"
  }),
  "client certificate": async (authority, name) => ({
    ...(await authority.issue({ names: [name] })),
    clientCaPem: authority.rootPem
  })
} as const satisfies Readonly<Record<string, MakeTls>>

export type CertificateCase = keyof typeof certificateCases
