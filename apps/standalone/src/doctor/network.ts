import { makeSmtpMailer, MailError } from "@mon/alerts"
import { DnsResolver, layerNode, probeResolver } from "@mon/dns/effect"
import { Effect, Redacted } from "effect"
import { type Finding, fail, ok, warn } from "./Finding.ts"

/** Whether the name servers that looks would ask answer at all. */
export const examineDns = (servers: ReadonlyArray<string>): Effect.Effect<Finding> => {
  const who = servers.length === 0 ? "the system's name servers" : servers.join(", ")
  return DnsResolver.use(probeResolver).pipe(
    Effect.map(({ answers, detail, reason }) =>
      answers
        ? reason === null
          ? ok("dns", `${who} answer`)
          : warn("dns", `${who} answer, but not for the root of the names: ${detail ?? reason}`)
        : fail("dns", `${who} do not answer (${detail ?? reason}): no name can be looked up`)
    ),
    Effect.provide(layerNode({ servers }))
  )
}

/** Whether the mail server takes a session. */
export const examineMail = (smtpUrl: Redacted.Redacted | null, from: string): Effect.Effect<Finding> => {
  if (smtpUrl === null) {
    return Effect.succeed(warn("mail", "MON_SMTP_URL is not set: mails stay in the outbox of the database"))
  }
  return Effect.acquireUseRelease(
    Effect.try({ try: () => makeSmtpMailer({ url: Redacted.value(smtpUrl), from }), catch: sentence }),
    (mailer) => Effect.tryPromise({ try: () => mailer.verify(), catch: sentence }),
    (mailer) => Effect.sync(mailer.close)
  ).pipe(
    Effect.match({
      onSuccess: () => ok("mail", "the mail server takes a session"),
      onFailure: (said) => fail("mail", said)
    })
  )
}

/** What a mailer says never quotes the password of its URL. */
const sentence = (error: unknown): string =>
  error instanceof MailError || error instanceof TypeError ? error.message : "the mail server does not answer"
