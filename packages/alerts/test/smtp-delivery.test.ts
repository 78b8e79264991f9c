import {
  makeAuthority,
  type SmtpServer,
  type SmtpServerOptions,
  startUnresponsivePort,
  startSmtpServer
} from "@mon/tooling/testbed"
import { afterEach, describe, expect, it } from "vitest"
import { type Email, MailError, makeSmtpMailer, type SmtpMailer, type SmtpOptions } from "../src/index.ts"
import { anEmail } from "./anEmail.ts"

const open: Array<{ readonly close: () => unknown }> = []
const kept = <A extends { readonly close: () => unknown }>(thing: A): A => {
  open.push(thing)
  return thing
}
afterEach(async () => {
  for (const thing of open.splice(0).toReversed()) await thing.close()
})

const serve = async (options?: SmtpServerOptions): Promise<SmtpServer> => kept(await startSmtpServer(options))
const mailerTo = (url: string, options: Partial<SmtpOptions> = {}): SmtpMailer =>
  kept(makeSmtpMailer({ from: "Mon <alerts@example.com>", ...options, url }))

const failureOf = async (promise: Promise<unknown>): Promise<MailError> => {
  const failure = await promise.then(
    () => null,
    (error: unknown) => error
  )
  if (!(failure instanceof MailError)) throw new Error(`not a MailError: ${String(failure)}`)
  return failure
}

describe("an email on its way", () => {
  it("arrives with its headers, both bodies and its files", async () => {
    const server = await serve()
    const email: Email = {
      ...anEmail,
      to: '"Ann, B." <ann@example.org>',
      subject: "DOWN Café ☕",
      inReplyTo: "<root@mon.example.com>",
      references: ["<root@mon.example.com>", "<second@mon.example.com>"],
      headers: { "X-Mon-Event": "status_change" },
      listUnsubscribe: "https://mon.example.com/stop/abc",
      attachments: [
        {
          filename: "page.png",
          contentType: "image/png",
          content: new Uint8Array([1, 2, 3]),
          contentId: "shot@mon.example.com"
        },
        {
          filename: "trace.txt",
          contentType: "text/plain",
          content: new TextEncoder().encode("trace"),
          contentId: null
        }
      ]
    }
    const receipt = await mailerTo(server.url).send(email)
    expect(receipt).toMatchObject({ messageId: anEmail.messageId, responseCode: 250 })
    const got = await server.nextMail()
    expect(got).toMatchObject({
      from: "alerts@example.com",
      to: ["ann@example.org"],
      subject: "DOWN Café ☕",
      html: anEmail.html,
      secure: false,
      user: null
    })
    expect(got.text).toBe("It does not answer.\n")
    expect(got.headers).toMatchObject({
      from: "Mon <alerts@example.com>",
      to: '"Ann, B." <ann@example.org>',
      "message-id": anEmail.messageId,
      "in-reply-to": "<root@mon.example.com>",
      references: "<root@mon.example.com> <second@mon.example.com>",
      "auto-submitted": "auto-generated",
      "list-unsubscribe": "<https://mon.example.com/stop/abc>",
      "list-unsubscribe-post": "List-Unsubscribe=One-Click",
      "x-mon-event": "status_change"
    })
    expect(got.headers).not.toHaveProperty("x-mailer")
    expect(got.parts.find((part) => part.contentType === "image/png")).toMatchObject({
      content: Buffer.from([1, 2, 3]),
      headers: { "content-id": "<shot@mon.example.com>" }
    })
    expect(got.parts.at(-1)?.headers["content-disposition"]).toContain("trace.txt")
  })

  it("announces a stop link as one-click only over https, and uses the email's own sender", async () => {
    const server = await serve()
    await mailerTo(server.url).send({
      ...anEmail,
      from: "codes@example.com",
      listUnsubscribe: "http://127.0.0.1:3000/stop"
    })
    const { headers, from } = await server.nextMail()
    expect(from).toBe("codes@example.com")
    expect(headers).toHaveProperty("list-unsubscribe")
    expect(headers).not.toHaveProperty("list-unsubscribe-post")
  })

  it("shares connections", async () => {
    const server = await serve()
    const mailer = mailerTo(server.url, { maxConnections: 1 })
    for (const id of ["1", "2", "3"]) await mailer.send({ ...anEmail, messageId: `<${id}@mon.example.com>` })
    expect(server.mails).toHaveLength(3)
    expect(server.accepted).toBe(1)
  })

  it("signs in and secures the connection", async () => {
    const authority = await makeAuthority()
    const tls = await authority.issue({ names: ["localhost"] })
    const server = await serve({ accounts: { mon: "s3cret" }, tls })
    await mailerTo(`smtp://mon:s3cret@localhost:${server.port}?tls=required`, { extraCa: [authority.rootPem] }).send(
      anEmail
    )
    expect(await server.nextMail()).toMatchObject({ secure: true, user: "mon" })

    const implicit = await serve({ tls: { ...tls, implicit: true } })
    const mailer = mailerTo(`smtps://localhost:${implicit.port}`, { extraCa: [authority.rootPem] })
    await mailer.verify()
    await mailer.send(anEmail)
    expect(await implicit.nextMail()).toMatchObject({ secure: true })
  })
})

describe("an email that does not get through", () => {
  it.each([
    [{ reply: 550, at: "recipient", text: "5.1.1 no such user" }, "Refused", 550],
    [{ reply: 553, at: "sender", text: "who are you" }, "Refused", 553],
    [{ reply: 554, at: "data", text: "5.7.1 spam" }, "Refused", 554],
    [{ reply: 451, at: "recipient", text: "4.7.1 greylisted" }, "Deferred", 451],
    [{ reply: 452, at: "data", text: "4.2.2 mailbox full" }, "Deferred", 452],
    [{ reply: 503, at: "sender", text: "out of order" }, "Deferred", 503],
    [{ reply: 554, at: "connect", text: "no service" }, "Unreachable", 554]
  ] as const)("%j: %s", async (behaviour, reason, responseCode) => {
    const server = await serve({ behaviour })
    const failure = await failureOf(mailerTo(server.url).send(anEmail))
    expect(failure).toMatchObject({
      reason,
      responseCode,
      retryable: reason !== "Refused",
      detail: expect.stringContaining(behaviour.text)
    })
  })

  it("goes out once when the connection breaks after the content, and says that it is not known", async () => {
    const server = await serve({ behaviour: { drop: "data" } })
    const failure = await failureOf(mailerTo(server.url).send(anEmail))
    expect(failure).toMatchObject({ reason: "Unreachable", retryable: true })
    expect(server.mails.map(({ acknowledged, headers }) => [acknowledged, headers["message-id"]])).toEqual([
      [false, anEmail.messageId]
    ])
  })

  it("is tried over one more connection, and no more, when the server closes before it greets", async () => {
    const server = await serve({ behaviour: { end: "connect" } })
    expect(await failureOf(mailerTo(server.url).send(anEmail))).toMatchObject({
      reason: "Unreachable",
      detail: expect.stringContaining("closed the connection")
    })
    expect(server.accepted).toBe(2)
  })

  it("is given up when the server never greets", async () => {
    const server = await serve({ behaviour: { hang: "connect" } })
    expect(await failureOf(mailerTo(server.url, { greetingTimeoutMs: 50 }).send(anEmail))).toMatchObject({
      reason: "Unreachable",
      detail: expect.stringContaining("did not send its greeting in time")
    })
  })

  it("is given up when the server falls silent", async () => {
    const server = await serve({ behaviour: { hang: "recipient" } })
    expect(await failureOf(mailerTo(server.url, { silenceTimeoutMs: 50 }).send(anEmail))).toMatchObject({
      reason: "Unreachable",
      detail: expect.stringContaining("stopped responding")
    })
  })

  it("is given up at its deadline, and the pool lives on", async () => {
    const server = await serve({ behaviour: { hang: "data" } })
    const mailer = mailerTo(server.url, { sendTimeoutMs: 400, maxConnections: 1 })
    expect(await failureOf(mailer.send(anEmail))).toMatchObject({
      reason: "Unreachable",
      detail: expect.stringContaining("in time")
    })
    server.behave({})
    await mailer.send(anEmail)
    expect(server.mails.at(-1)?.acknowledged).toBe(true)
  })

  it("is given up when the caller gives up", async () => {
    const server = await serve({ behaviour: { hang: "data" } })
    const stop = new AbortController()
    const sending = mailerTo(server.url).send(anEmail, stop.signal)
    await server.nextMail()
    stop.abort(new Error("enough"))
    await expect(sending).rejects.toThrow("enough")
  })

  it("reports a server that refuses or never accepts the connection", async () => {
    const gone = await startSmtpServer()
    await gone.close()
    expect(await failureOf(mailerTo(gone.url).send(anEmail))).toMatchObject({
      reason: "Unreachable",
      responseCode: null,
      detail: expect.stringContaining("refused the connection")
    })
    const unresponsive = kept(await startUnresponsivePort())
    expect(
      await failureOf(
        mailerTo(`smtp://${unresponsive.host}:${unresponsive.port}`, { connectTimeoutMs: 50 }).send(anEmail)
      )
    ).toMatchObject({ detail: expect.stringContaining("did not accept the connection in time") })
  })

  it("never goes over a connection that is not as secure as asked", async () => {
    const plain = await serve()
    expect(await failureOf(mailerTo(`${plain.url}?tls=required`).send(anEmail))).toMatchObject({
      reason: "Unreachable"
    })
    const authority = await makeAuthority()
    const untrusted = await serve({ tls: await authority.issue({ names: ["localhost"] }) })
    for (const tls of ["required", "optional"]) {
      const failure = await failureOf(mailerTo(`smtp://localhost:${untrusted.port}?tls=${tls}`).send(anEmail))
      expect(failure).toMatchObject({ reason: "Unreachable", detail: expect.stringContaining("TLS") })
    }
    expect([...plain.mails, ...untrusted.mails]).toEqual([])
  })

  it("is not tried when it is not valid", async () => {
    const server = await serve()
    expect(
      await failureOf(mailerTo(server.url).send({ ...anEmail, subject: "Hi\r\nBcc: all@example.com" }))
    ).toMatchObject({ reason: "Invalid", retryable: false })
    expect(server.accepted).toBe(0)
  })
})

describe("the password", () => {
  const password = "corr&ct horse"
  const echoes = [
    password,
    Buffer.from(`\0mon\0${password}`).toString("base64"),
    Buffer.from(password).toString("base64"),
    encodeURIComponent(password)
  ]

  it.each(echoes)("is in no error, even when the server says %j", async (echo) => {
    const server = await serve({
      accounts: { mon: "another" },
      behaviour: { reply: 535, at: "sign-in", text: `you said ${echo}` }
    })
    const failure = await failureOf(
      mailerTo(`smtp://mon:${encodeURIComponent(password)}@127.0.0.1:${server.port}`).send(anEmail)
    )
    expect(failure).toMatchObject({
      reason: "Unreachable",
      responseCode: 535,
      detail: expect.stringContaining("you said ***")
    })
    expect(JSON.stringify([failure, failure.stack])).not.toContain(echo)
  })

  it("is demanded where it was given, although the server asks for none", async () => {
    const server = await serve()
    expect(await failureOf(mailerTo(`smtp://mon:pw@127.0.0.1:${server.port}`).send(anEmail))).toMatchObject({
      reason: "Unreachable",
      detail: expect.stringContaining("did not accept the user name and password")
    })
  })

  it("is not quoted when the URL is wrong", () => {
    expect(() => makeSmtpMailer({ url: "smpt://mon:s3cret@mail.example.com", from: "alerts@example.com" })).toThrow(
      TypeError
    )
    expect(() => makeSmtpMailer({ url: "smpt://mon:s3cret@mail.example.com", from: "alerts@example.com" })).not.toThrow(
      /s3cret/u
    )
    expect(() => makeSmtpMailer({ url: "smtp://mail.example.com", from: "nobody" })).toThrow(/options\.from/u)
  })
})
