import { makeSmtpMailer, MailError } from "@mon/alerts"
import { DnsResolver, layerNode, probeResolver } from "@mon/dns/effect"
import { Effect, Redacted } from "effect"
import { type Finding, fail, ok, warn } from "./Finding.ts"

export const examineDns = (servers: ReadonlyArray<string>): Effect.Effect<Finding> => {
  const who = servers.length === 0 ? "the system's DNS servers" : servers.join(", ")
  return DnsResolver.use(probeResolver).pipe(
    Effect.map(({ answers, detail, reason }) =>
      answers
        ? reason === null
          ? ok("dns", `${who} answered`)
          : warn("dns", `${who} responded, but not for the root zone: ${detail ?? reason}`)
        : fail("dns", `no response from ${who} (${detail ?? reason}): names cannot be resolved`)
    ),
    Effect.provide(layerNode({ servers }))
  )
}

export const examineMail = (smtpUrl: Redacted.Redacted | null, from: string): Effect.Effect<Finding> => {
  if (smtpUrl === null) {
    return Effect.succeed(warn("mail", "MON_SMTP_URL is not set: emails are stored in the outbox and not sent"))
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

/** The error messages of a mailer never contain the password in its URL. */
const sentence = (error: unknown): string =>
  error instanceof MailError || error instanceof TypeError ? error.message : "the mail server did not respond"
