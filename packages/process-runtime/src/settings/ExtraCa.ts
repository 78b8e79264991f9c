import { type Environment, givenSetting, SettingError } from "@mon/model"
import { X509Certificate } from "node:crypto"
import { readFileSync } from "node:fs"

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu

const isCertificate = (pem: string): boolean => {
  try {
    return new X509Certificate(pem).subject !== ""
  } catch {
    return false
  }
}

const readText = (path: string): string => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return ""
  }
}

/**
 * Reads additional trust anchors, in PEM form, from the file MON_EXTRA_CA_FILE.
 *
 * @throws SettingError
 */
export const readExtraCa = (env: Environment): ReadonlyArray<string> => {
  const path = givenSetting(env, "MON_EXTRA_CA_FILE")
  if (path === null) return []
  const certificates = readText(path).match(CERTIFICATE) ?? []
  if (certificates.length > 0 && certificates.every(isCertificate)) return certificates
  throw new SettingError({
    variable: "MON_EXTRA_CA_FILE",
    takes: "the path of a readable file with certificates in PEM form"
  })
}
