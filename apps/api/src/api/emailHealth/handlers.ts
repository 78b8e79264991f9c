import {
  BadRequest,
  type CheckEmailHealth,
  type CheckEmailMessage,
  messages,
  PayloadTooLarge,
  Unavailable
} from "@mon/api-contract"
import {
  EmailHealthReportCache,
  type EmailHealthRequest,
  mailDomainOf,
  parseMailDomain,
  toEmailHealthResult
} from "@mon/checks"
import { EmailHealthChecks } from "@mon/core-store"
import { EmailMessage, type EmailMessageError } from "@mon/email-message/effect"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import type { JsonObject } from "../../http/RequestBody.ts"
import { getDomain } from "../domains/read.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { emailHealthHistory, emailHealthStandings } from "./standings.ts"

type Options = EmailHealthRequest & { readonly fresh: boolean }

/** The report of a domain. Logs the cause of an error. */
const answerEmailHealth = Effect.fnUntraced(function* (domain: string, options: Options) {
  return yield* (yield* EmailHealthReportCache)
    .getOrCheck(domain, options)
    .pipe(
      Effect.catchTag("EmailHealthUnavailable", (error) =>
        Effect.andThen(
          Effect.annotateLogs(Effect.logError(error.message, error.cause ?? ""), { domain, reason: error.reason }),
          Effect.fail(new Unavailable({ message: messages.unavailable }))
        )
      )
    )
})

/** A missing domain is reported before any other error. */
const checkMailDomainGiven = ({ domain }: JsonObject): BadRequest | null =>
  domain === undefined || domain === null || (typeof domain === "string" && domain.trim() === "")
    ? new BadRequest({ message: messages.mailDomainRequired })
    : null

/** The email health of any domain. Of a monitored domain, the remembered selectors count where none are given. */
const checkEmailHealth = Effect.fn("checkEmailHealth")(function* (caller: Caller, input: CheckEmailHealth) {
  const { fresh = false, reportsReviewed = false } = input
  const domain = parseMailDomain(input.domain)
  if (domain === null) return yield* new BadRequest({ message: messages.mailDomainInvalid })
  const remembered = yield* (yield* EmailHealthChecks).selectorsOf(caller.viewer, domain, caller.limits.dkimSelectors)
  const selectors = input.selectors ?? remembered ?? []
  return yield* answerEmailHealth(domain, { fresh, reportsReviewed, selectors, monitored: remembered !== null })
})

/** A missing message is reported before any other error. */
const checkMessageGiven = ({ message }: JsonObject): BadRequest | null =>
  typeof message === "string" && message !== "" ? null : new BadRequest({ message: messages.messageRequired })

const REFUSALS = {
  EmptyMessage: new BadRequest({ message: messages.messageRequired }),
  TooLarge: new PayloadTooLarge({ message: messages.tooLarge }),
  InvalidClientIp: new BadRequest({ message: messages.clientIpInvalid }),
  InvalidHelo: new BadRequest({ message: messages.heloInvalid }),
  InvalidMailFrom: new BadRequest({ message: messages.mailFromInvalid })
} as const satisfies Readonly<Record<EmailMessageError["reason"], BadRequest | PayloadTooLarge>>

/** The verdict on a message, of which nothing is stored or logged. */
const checkEmailMessage = Effect.fn("checkEmailMessage")(function* ({ message, ...envelope }: CheckEmailMessage) {
  return yield* Effect.mapError((yield* EmailMessage).check(message, envelope), ({ reason }) => REFUSALS[reason])
})

/** The email health of a domain that the caller can see. A newer report is added to its record and history. */
const domainEmailHealth = Effect.fn("domainEmailHealth")(function* (
  caller: Caller,
  id: string,
  { fresh = false, reportsReviewed = false }: { readonly fresh?: boolean; readonly reportsReviewed?: boolean }
) {
  const { dkimSelectors, hostname } = yield* getDomain(caller, id)
  const selectors = dkimSelectors.slice(0, caller.limits.dkimSelectors)
  const options = { fresh, reportsReviewed, selectors, monitored: true }
  const report = yield* answerEmailHealth(mailDomainOf(hostname), options)
  yield* (yield* EmailHealthChecks).note(caller.viewer, id, toEmailHealthResult(report))
  return report
})

export const emailHealthHandlers: GroupHandlers<"emailHealth"> = {
  check: {
    check: checkMailDomainGiven,
    handle: ({ caller, payload }) => Effect.map(checkEmailHealth(caller, payload), ok)
  },
  message: { check: checkMessageGiven, handle: ({ payload }) => Effect.map(checkEmailMessage(payload), ok) },
  list: ({ caller }) => Effect.map(emailHealthStandings(caller), ok),
  history: ({ caller, params, query }) => Effect.map(emailHealthHistory(caller, params.id, query.limit), ok),
  ofDomain: ({ caller, params, query }) => Effect.map(domainEmailHealth(caller, params.id, query), ok)
}
