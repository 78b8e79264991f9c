import type { Secrets, ServedStatusPage } from "@mon/core-store"
import { stringifySetCookie } from "cookie"
import { hash } from "node:crypto"
import { readTimedToken, timedToken } from "../../auth/TimedToken.ts"

const labels = { view: "status page view", feed: "status page feed", link: "status page link" } as const

/** The lifetimes of proofs in seconds: of a reader's access to a private page, and of the link in an email. */
const SECONDS = { view: 24 * 3_600, link: 15 * 60 } as const

/** The parameter of a private page's feeds that holds the token. */
export const TOKEN_PARAMETER = "token"

type Signer = Pick<Secrets["Service"], "sign" | "verify">
type Timed = keyof typeof SECONDS

/**
 * Returns a text that stands for the readers of a page. A new password or other domains change it, so that the proofs
 * of the readers before become invalid.
 */
const readersOf = ({ access, document, emailDomains, passwordHash }: ServedStatusPage): string =>
  `${document.id} ${hash("sha256", JSON.stringify([access, passwordHash, emailDomains.toSorted()]), "base64url")}`

/** The place where a proof is valid: one own host name, or below the service (null). */
export type ProofPlace = string | null

const claimOf = (page: ServedStatusPage, until: number, place: ProofPlace): string =>
  `${readersOf(page)} ${until}${place === null ? "" : ` ${place}`}`

/** A signed proof that somebody may read a page, until it expires. */
export const makeProof = (
  signer: Signer,
  kind: Timed,
  page: ServedStatusPage,
  nowMs: number,
  place: ProofPlace
): string => {
  const until = Math.floor(nowMs / 1_000) + SECONDS[kind]
  return timedToken({ until, mac: signer.sign(labels[kind], claimOf(page, until, place)) })
}

/** Whether a proof is valid for the readers that a page has now. */
export const isProof = (
  signer: Signer,
  kind: Timed,
  page: ServedStatusPage,
  proof: string | undefined,
  nowMs: number,
  place: ProofPlace
): boolean => {
  const { mac, until } = readTimedToken(proof) ?? { mac: "", until: 0 }
  return signer.verify(labels[kind], claimOf(page, until, place), mac) && until * 1_000 > nowMs
}

/** The token in the addresses of a private page's feeds, which programs cannot send a cookie for. */
export const feedToken = (signer: Signer, page: ServedStatusPage): string => signer.sign(labels.feed, readersOf(page))

/** Whether a token is that of a private page's feeds. */
export const isFeedToken = (signer: Signer, page: ServedStatusPage, token: string | null): boolean =>
  token !== null && signer.verify(labels.feed, readersOf(page), token)

/** The name of the cookie of readers. It is never that of a session. */
export const VIEW_COOKIE = "mon_status_view"

/** The header field that lets a reader in. `path`: that of the page. */
export const viewCookie = (baseUrl: string, path: string, proof: string): { readonly "Set-Cookie": string } => ({
  "Set-Cookie": stringifySetCookie({
    name: VIEW_COOKIE,
    value: proof,
    maxAge: SECONDS.view,
    path,
    httpOnly: true,
    secure: baseUrl.startsWith("https:"),
    sameSite: "lax"
  })
})
