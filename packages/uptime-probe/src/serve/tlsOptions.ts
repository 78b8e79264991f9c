import type { SecureVersion } from "node:tls"
import type { CertificateProblem } from "../tls/CertificateFacts.ts"
import { makeTrust, type TlsSettings } from "../tls/Trust.ts"
import type { ConfigSection } from "./ConfigSection.ts"
import { type ReadNamedFile, textOrFile } from "./moduleOptions.ts"
import type { ProbeModule } from "./ProbeModule.ts"

const VERSIONS = { TLS10: "TLSv1", TLS11: "TLSv1.1", TLS12: "TLSv1.2", TLS13: "TLSv1.3" } as const
const NAMES = ["TLS10", "TLS11", "TLS12", "TLS13"] as const

/** The lowest TLS version that Go accepts by default. */
const USUAL_VERSION: SecureVersion = "TLSv1.2"

const versionOf = (tls: ConfigSection, name: string): SecureVersion | undefined => {
  const version = tls.choice(name, NAMES)
  return version === undefined ? undefined : VERSIONS[version]
}

const trustedBy = (tls: ConfigSection, readFile: ReadNamedFile): ReadonlyArray<string> => {
  const pem = textOrFile(tls, "ca", readFile)
  if (pem === undefined) return []
  try {
    makeTrust({ extraCa: [pem] })
    return [pem]
  } catch {
    tls.faultOf(tls.has("ca_file") ? "ca_file" : "ca", "has no certificate in PEM form.")
    return []
  }
}

const clientOf = (tls: ConfigSection, readFile: ReadNamedFile): TlsSettings["client"] => {
  const certificate = textOrFile(tls, "cert", readFile)
  const key = textOrFile(tls, "key", readFile)
  if (certificate === undefined && key === undefined) return undefined
  if (certificate === undefined || key === undefined) {
    tls.fault("must have both a certificate (cert or cert_file) and its key (key or key_file), or neither.")
    return undefined
  }
  try {
    makeTrust({ client: { certificate, key } })
    return { certificate, key }
  } catch {
    tls.fault("has a client certificate and a key that cannot be used together.")
    return undefined
  }
}

const OLD: ReadonlyArray<CertificateProblem> = ["old_protocol"]

export const readTlsConfig = (
  tls: ConfigSection,
  readFile: ReadNamedFile
): Pick<ProbeModule, "ignoredProblems" | "serverName" | "tlsSettings" | "verifies"> => {
  const verifies = !tls.boolean("insecure_skip_verify", false)
  const serverName = tls.text("server_name") ?? null
  const extraCa = trustedBy(tls, readFile)
  const client = clientOf(tls, readFile)
  const least = versionOf(tls, "min_version")
  const most = versionOf(tls, "max_version")
  tls.finish()
  // With verification, an old TLS version is reported as a problem of the certificate. Without verification, nothing
  // would report it.
  const minVersion = least ?? (verifies ? undefined : USUAL_VERSION)
  return {
    verifies,
    serverName,
    ignoredProblems: least === "TLSv1" || least === "TLSv1.1" ? OLD : [],
    tlsSettings: {
      ...(extraCa.length === 0 ? {} : { extraCa }),
      ...(client === undefined ? {} : { client }),
      ...(minVersion === undefined ? {} : { minVersion }),
      ...(most === undefined ? {} : { maxVersion: most })
    }
  }
}
