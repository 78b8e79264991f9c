import type { Secrets } from "@mon/core-store"

const LABEL = "simulation-share"
const TOKEN = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.([\w-]{43})$/u

type Signer = Secrets["Service"]

const claim = (jobId: string, version: number) => `${jobId}.${version}`

export interface ShareToken {
  readonly jobId: string
  readonly mac: string
}

/**
 * Returns the share link of a simulation. The MAC in the link is derived from the service's secret, the simulation and
 * the version, so the link is not stored. A new version invalidates all earlier links.
 */
export const shareUrl = (baseUrl: string, secrets: Pick<Signer, "sign">, jobId: string, version: number): string =>
  `${baseUrl}/share/${jobId}.${secrets.sign(LABEL, claim(jobId, version))}`

export const readShareToken = (token: string): ShareToken | null => {
  const [, jobId, mac] = TOKEN.exec(token) ?? []
  return jobId === undefined || mac === undefined ? null : { jobId, mac }
}

/** Returns whether a share link is valid for the given version. Compares in constant time. */
export const isShareOf = (secrets: Pick<Signer, "verify">, { jobId, mac }: ShareToken, version: number): boolean =>
  version > 0 && secrets.verify(LABEL, claim(jobId, version), mac)
