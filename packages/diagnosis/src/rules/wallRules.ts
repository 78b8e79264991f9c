import { timeOf } from "../facts/View.ts"
import { outside } from "../words/Text.ts"
import { explainedElsewhere, leadsElsewhere, outcomeIn, statusIs } from "./commonSignals.ts"
import { rule, signal, when, worth } from "./Rule.ts"
import { parkedSeen, suspendedSeen, wallSeen } from "./seenSignals.ts"

/** A pattern for words in the path or host of sign-in pages. */
const LOGIN_URL = /(?:^|[/.?=&_-])(?:login|log-in|signin|sign-in|sso|oauth2?|saml|auth|anmelden)(?:[/.?=&_-]|$)/u
const MAX_URL = 2_000

const pathOf = (url: string | null | undefined): string => {
  if (url === null || url === undefined || !URL.canParse(url)) return ""
  const { hostname, pathname } = new URL(url.slice(0, MAX_URL))
  return `${hostname}${pathname}`.toLowerCase()
}

const toLogin = signal("redirects_to_login", "check.finalUrl", 60, ({ facts }) => {
  const [now, before] = [pathOf(facts.check?.finalUrl), pathOf(facts.lastGood?.finalUrl)]
  return when(LOGIN_URL.test(now) && !LOGIN_URL.test(before), { url: outside(facts.check?.finalUrl ?? "") })
})

const asksForPassword = signal("login_form", "page", 50, ({ seen, seenBefore }) =>
  when(seen.page?.asksForPassword === true && seenBefore.page?.asksForPassword !== true)
)

const noFormBefore = signal("no_login_form_before", "pageBefore", 10, ({ seenBefore }) =>
  when(seenBefore.page !== null && !seenBefore.page.asksForPassword)
)

const challenge = signal("asks_for_credentials", "page", 15, ({ seen }) => {
  const value = seen.page?.headers.get("www-authenticate")
  return value === undefined ? null : { value: outside(value) }
})

const credentialsEdited = signal("credentials_edited", "edits", 40, ({ facts, since }) => {
  const edits = (facts.edits ?? []).filter(
    ({ at, fields }) =>
      since !== null &&
      (timeOf(at) ?? Infinity) <= since &&
      fields.some((field) => /auth|header|cookie|request|url/iu.test(field))
  )
  return when(edits.length > 0)
})

export const wallRules = [
  rule("bot_wall", {
    grounds: [wallSeen, statusIs(75, 429)],
    supports: [statusIs(10, 202, 403, 405, 503)],
    against: [worth(30, suspendedSeen), ...explainedElsewhere.filter(({ id }) => id === "in_window")]
  }),
  rule("login_wall", {
    grounds: [statusIs(65, 401), toLogin, asksForPassword],
    supports: [challenge, noFormBefore, outcomeIn(15, "expectation", "status")],
    against: [...leadsElsewhere, ...explainedElsewhere, credentialsEdited, worth(60, wallSeen), worth(50, parkedSeen)]
  })
]
