import { makeSmtpMailer, MailError } from "@mon/alerts"
import { DnsResolver, layerNode, probeResolver } from "@mon/dns/effect"
import { Effect, Redacted } from "effect"
import { type Finding, fail, ok, warn } from "./Finding.ts"

/** Whether the DNS servers that checks use answer at all. */
export const examineDns = (servers: ReadonlyArray<string>): Effect.Effect<Finding> => {
  const who = servers.length === 0 ? "the DNS servers of the system" : servers.join(", ")
  return DnsResolver.use(probeResolver).pipe(
    Effect.map(({ answers, detail, reason }) =>
      answers
        ? reason === null
          ? ok("dns", `${who} answered`)
          : warn("dns", `${who} answered, but not for the root zone: ${detail ?? reason}`)
        : fail("dns", `no answer from ${who} (${detail ?? reason}): names cannot be resolved`)
    ),
    Effect.provide(layerNode({ servers }))
  )
}

/** Whether the mail server accepts a session. */
export const examineMail = (smtpUrl: Redacted.Redacted | null, from: string): Effect.Effect<Finding> => {
  if (smtpUrl === null) {
    return Effect.succeed(
      warn("mail", "MON_SMTP_URL is not set: emails stay in the outbox of the database and are not sent")
    )
  }
  return Effect.acquireUseRelease(
    Effect.try({ try: () => makeSmtpMailer({ url: Redacted.value(smtpUrl), from }), catch: sentence }),
    (mailer) => Effect.tryPromise({ try: () => mailer.verify(), catch: sentence }),
    (mailer) => Effect.sync(mailer.close)
  ).pipe(
    Effect.match({
      onSuccess: () => ok("mail", "the mail server accepted a session"),
      onFailure: (said) => fail("mail", said)
    })
  )
}

/** The messages of a mailer never contain the password of its URL. */
const sentence = (error: unknown): string =>
  error instanceof MailError || error instanceof TypeError ? error.message : "the mail server did not answer"
