import { RefusedAddresses, Secrets } from "@mon/core-store"
import type { Language } from "@mon/model"
import { OutgoingMail } from "@mon/notifications"
import { Clock, Effect } from "effect"
import { makeAddressToken } from "../../auth/AddressToken.ts"
import { takeAttempt } from "../../auth/AttemptLimits.ts"
import type { Session } from "../../auth/currentSession.ts"
import { addressLetter, mailSender } from "../../auth/Letter.ts"
import type { FormError } from "../page/Form.ts"
import { refusedAddressWords } from "./refusedAddressWords.ts"

/** The path of the form that emails a confirmation link to a refused address. */
export const REFUSED_ADDRESS_PATH = "/settings/refused-address"

const NONE: ReadonlyArray<FormError> = []
const error = (message: string): ReadonlyArray<FormError> => [{ field: null, message }]

/** Emails a confirmation link to a refused address of the account. Returns the reason if it sends no link. */
export const takeRefusedAddressForm = Effect.fn("takeRefusedAddressForm")(function* (
  { principal, viewer }: Session,
  form: URLSearchParams,
  language: Language
) {
  const wanted = form.get("address") ?? ""
  const refused = yield* (yield* RefusedAddresses).ofAccount(viewer)
  const found = refused.find(({ address }) => address === wanted)
  if (found === undefined) return error(refusedAddressWords[language].unknown)
  if ((yield* takeAttempt("addressMail", found.address)) > 0) return error(refusedAddressWords[language].justSent)
  const claims = { accountId: principal.accountId, address: found.address }
  const token = makeAddressToken(yield* Secrets, claims, yield* Clock.currentTimeMillis)
  yield* (yield* OutgoingMail).post(addressLetter(yield* mailSender, { to: found.address, language }, token))
  return NONE
})
