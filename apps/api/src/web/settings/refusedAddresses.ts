import { RefusedAddresses, Secrets } from "@mon/core-store"
import { OutgoingMail } from "@mon/notifications"
import { Clock, Effect } from "effect"
import { makeAddressToken } from "../../auth/AddressToken.ts"
import { takeAttempt } from "../../auth/AttemptLimits.ts"
import type { Session } from "../../auth/currentSession.ts"
import { addressLetter, mailSender } from "../../auth/Letter.ts"
import type { FormError } from "../page/Form.ts"
import { html } from "../page/Html.ts"
import { time } from "../page/time.ts"

/** The path of the form that sends a link to a refused address. */
export const REFUSED_ADDRESS_PATH = "/settings/refused-address"

/** Addresses that get no alerts, because a mail server says that they do not exist. Null: there are none. */
export const refusedAddressesSection = Effect.fn("refusedAddressesSection")(function* (
  { viewer }: Session,
  timezone: string
) {
  const refused = yield* (yield* RefusedAddresses).ofAccount(viewer)
  if (refused.length === 0) return null
  return html`<section aria-labelledby="refused-addresses">
    <h2 id="refused-addresses">Refused addresses</h2>
    <p>
      A mail server says that these addresses do not exist. They get no alerts and reports. Correct an address where it
      is set, or send it a link: emails are sent again when somebody opens it.
    </p>
    <ul>
      ${refused.map(
        ({ address, code, refusedAt }) =>
          html`<li>
            <p><strong><bdi>${address}</bdi></strong>, refused since ${time(refusedAt.toISOString(), timezone)} (code ${String(code)})</p>
            <form method="post" action="${REFUSED_ADDRESS_PATH}">
              <input type="hidden" name="address" value="${address}" />
              <button class="second" type="submit" aria-label="Send a link to ${address}">Send a link</button>
            </form>
          </li>`
      )}
    </ul>
  </section>`
})

const NONE: ReadonlyArray<FormError> = []
const error = (message: string): ReadonlyArray<FormError> => [{ field: null, message }]

/** Sends a link to a refused address of the account. Returns why it does not. */
export const takeRefusedAddressForm = Effect.fn("takeRefusedAddressForm")(function* (
  { principal, viewer }: Session,
  form: URLSearchParams
) {
  const wanted = form.get("address") ?? ""
  const refused = yield* (yield* RefusedAddresses).ofAccount(viewer)
  const found = refused.find(({ address }) => address === wanted)
  if (found === undefined) return error("This address is not refused.")
  if ((yield* takeAttempt("addressMail", found.address)) > 0)
    return error("This address got a link a short time ago. Try again later.")
  const claims = { accountId: principal.accountId, address: found.address }
  const token = makeAddressToken(yield* Secrets, claims, yield* Clock.currentTimeMillis)
  yield* (yield* OutgoingMail).post(addressLetter(yield* mailSender, found.address, token))
  return NONE
})
