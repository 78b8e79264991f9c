import { RefusedAddresses, Secrets } from "@mon/core-store"
import { html, type Html } from "@mon/status-page"
import { Clock, Effect } from "effect"
import { type AddressClaims, CONFIRM_ADDRESS_PATH, readAddressToken } from "../../auth/AddressToken.ts"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import { browserLanguage } from "../page/language.ts"
import { page } from "../page/Page.ts"
import type { PageRequest, PageEndpoint } from "../page/PageEndpoint.ts"
import { frameOf } from "../page/session.ts"
import { confirmAddressWords } from "./words.ts"

export type ConfirmAddressServices = RefusedAddresses | Secrets

/** The path contains the token of the link, so it must not reach other sites or search engines. */
const PRIVATE_HEADERS = { "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow" } as const

const show = (request: PageRequest, title: string, body: Html, status = 200): HttpResponse =>
  page({
    title,
    status,
    language: browserLanguage(request),
    isBare: true,
    frame: frameOf(request, null),
    headers: PRIVATE_HEADERS,
    body: html`<main class="narrow">
      <h1>${title}</h1>
      ${body}
    </main>`
  })

/** Returns the page for a link that does not work. Forged and expired links get the same page. */
const gonePage = (request: PageRequest): HttpResponse => {
  const { gone, goneHint } = confirmAddressWords[browserLanguage(request)]
  return show(request, gone, html`<p>${goneHint}</p>`, 404)
}

const claimsOf = Effect.fnUntraced(function* ({ params }: PageRequest) {
  return readAddressToken(yield* Secrets, params["token"] ?? "", yield* Clock.currentTimeMillis)
})

const questionPage = (request: PageRequest, { address }: AddressClaims): HttpResponse => {
  const words = confirmAddressWords[browserLanguage(request)]
  return show(
    request,
    words.title,
    html`<p>${words.question}</p>
      <p><strong><bdi>${address}</bdi></strong></p>
      <form method="post"><button type="submit">${words.confirm}</button></form>`
  )
}

const submit = Effect.fnUntraced(function* (request: PageRequest, { address }: AddressClaims) {
  const words = confirmAddressWords[browserLanguage(request)]
  yield* (yield* RefusedAddresses).lift(address)
  return show(
    request,
    words.done,
    html`<p>${words.doneHint}</p>
      <p><strong><bdi>${address}</bdi></strong></p>`
  )
})

/** The page on which the owner of a refused address confirms the address. A GET changes nothing. */
export const confirmAddressEndpoints: ReadonlyArray<PageEndpoint<ConfirmAddressServices>> = [
  {
    method: "GET",
    path: `${CONFIRM_ADDRESS_PATH}/:token`,
    handle: Effect.fnUntraced(function* (request) {
      const claims = yield* claimsOf(request)
      return claims === null ? gonePage(request) : questionPage(request, claims)
    })
  },
  {
    method: "POST",
    path: `${CONFIRM_ADDRESS_PATH}/:token`,
    action: "refusedAddress.confirm",
    admit: Effect.fnUntraced(function* (request) {
      const claims = yield* claimsOf(request)
      return claims === null
        ? gonePage(request)
        : { actor: { kind: "link" }, accountId: claims.accountId, target: null, submit: submit(request, claims) }
    })
  }
]
