import type { Secrets } from "@mon/core-store"

const LABEL = "simulation-share"
const TOKEN = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.([\w-]{43})$/u

type Signer = Secrets["Service"]

const claim = (jobId: string, version: number) => `${jobId}.${version}`

/** What a link says: the simulation that it is for, and the mark that shows that it was made here. */
export interface ShareToken {
  readonly jobId: string
  readonly mac: string
}

/**
 * The link of a simulation. Its mark is derived from the secret, the simulation and the version, so it is not stored, and
 * the next version ends all before it.
 */
export const shareUrl = (baseUrl: string, secrets: Pick<Signer, "sign">, jobId: string, version: number): string =>
  `${baseUrl}/share/${jobId}.${secrets.sign(LABEL, claim(jobId, version))}`

/** Reads the last part of a link; null for what never was one. */
export const readShareToken = (token: string): ShareToken | null => {
  const [, jobId, mac] = TOKEN.exec(token) ?? []
  return jobId === undefined || mac === undefined ? null : { jobId, mac }
}

/** Whether a link is of this version of its simulation; takes the same time for every wrong mark. */
export const isShareOf = (secrets: Pick<Signer, "verify">, { jobId, mac }: ShareToken, version: number): boolean =>
  version > 0 && secrets.verify(LABEL, claim(jobId, version), mac)
