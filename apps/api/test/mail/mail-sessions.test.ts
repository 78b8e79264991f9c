// The SMTP sessions of the receiver, with rules in memory. The clients are real clients, and clients that break the
// protocol.
import { makeSmtpMailer } from "@mon/alerts"
import { WorkerPool } from "@mon/process-runtime/worker-pool"
import { makeAuthority } from "@mon/tooling/testbed"
import { Context, Deferred, Effect, Exit, Layer, Scope } from "effect"
import { connect as connectTls } from "node:tls"
import { afterEach, describe, expect, it } from "vitest"
import type { MailText } from "../../src/mail/mailJobs.ts"
import type { DeliveryReply, MailClient, MailRules, RecipientReply } from "../../src/mail/MailRules.ts"
import { type MailBinding, MailLimits, receiveMail } from "../../src/mail/receiveMail.ts"
import { openMailSession } from "./MailSession.ts"

interface Stored extends MailText {
  readonly to: string
  readonly client: MailClient
}

const closing: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const defaults = Effect.runSync(Effect.service(MailLimits))

interface Options {
  readonly limits?: Partial<MailLimits>
  readonly tls?: MailBinding["tls"]
  readonly admit?: (recipient: string) => RecipientReply
  readonly deliver?: (mail: Stored) => Effect.Effect<DeliveryReply>
}

/** Starts a receiver that knows the mailboxes whose name begins with "known". */
const start = async ({ admit, deliver, limits = {}, tls = null }: Options = {}) => {
  const stored: Array<Stored> = []
  const asked: Array<string> = []
  const rules: MailRules<never> = {
    admit: (recipient) => {
      asked.push(recipient)
      return Effect.succeed(admit?.(recipient) ?? (recipient.startsWith("known") ? "exists" : "unknown"))
    },
    deliver: (to, mail, client) => {
      const one = { ...mail, to, client }
      const reply = deliver?.(one) ?? Effect.succeed("stored" as const)
      return Effect.tap(reply, (outcome) => Effect.sync(() => outcome === "stored" && stored.push(one)))
    }
  }
  const scope = Scope.makeUnsafe()
  const context = Context.add(
    await Effect.runPromise(Layer.buildWithScope(WorkerPool.layerMemory, scope)),
    MailLimits,
    { ...defaults, ...limits }
  )
  const port = await Effect.runPromise(
    receiveMail({ host: "127.0.0.1", port: 0, name: "ping.example", tls }, rules).pipe(
      Scope.provide(scope),
      Effect.provideContext(context)
    )
  )
  const close = () => Effect.runPromise(Scope.close(scope, Exit.void))
  closing.push(close)
  return { port, stored, asked, close, open: () => openMailSession(port) }
}

const email = (to: string) => ({ to, subject: "Backup fertig ✓", text: "50 GB" })

const begin = ["EHLO job.example", "MAIL FROM:<root@job.example>"]

describe("a real client", () => {
  it("delivers an email, and hears of a mailbox that does not exist", async () => {
    const { port, stored } = await start()
    const mailer = makeSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: "root@job.example" })
    const { messageId, responseCode } = await mailer.send(email("known@ping.example"))
    expect(responseCode).toBe(250)
    expect(stored).toMatchObject([
      {
        to: "known@ping.example",
        subject: "Backup fertig ✓",
        text: expect.stringContaining("50 GB"),
        messageId: expect.stringContaining(messageId.replaceAll(/[<>]/gu, "")),
        client: { address: "127.0.0.1", sender: "root@job.example" }
      }
    ])
    await expect(mailer.send(email("other@ping.example"))).rejects.toMatchObject({ responseCode: 550 })
    mailer.close()
  })

  it("can encrypt the connection if there is a certificate", async () => {
    const authority = await makeAuthority()
    const { certPem, keyPem } = await authority.issue({ names: ["ping.example"] })
    const { open, stored } = await start({ tls: { cert: certPem, key: keyPem } })
    const session = await open()
    await session.send("EHLO job.example")
    expect(session.received()).toContain("STARTTLS")
    // Plain text that follows the command must not run inside the encrypted session.
    session.socket.write("STARTTLS\r\nMAIL FROM:<injected@job.example>\r\n")
    expect(await session.replies(1)).toEqual([220])
    session.socket.removeAllListeners("data")
    const secure = connectTls({ socket: session.socket, rejectUnauthorized: false })
    const text = await new Promise<string>((resolve) => {
      let all = ""
      secure.on("secureConnect", () =>
        secure.write(
          [...begin, "RCPT TO:<known@ping.example>", "DATA", "Subject: a\r\n\r\nb\r\n.", "QUIT", ""].join("\r\n")
        )
      )
      secure.on("data", (chunk: Buffer) => {
        all += chunk.toString()
      })
      secure.on("close", () => resolve(all))
    })
    expect(text).toMatch(/^250 .*354 .*250 .*221 /msu)
    expect(stored).toMatchObject([{ client: { sender: "root@job.example" } }])
  })
})

describe("a session", () => {
  it("offers neither authentication nor encryption without a certificate, and sends nothing on", async () => {
    const { asked, open } = await start({ admit: () => "unknown" })
    const session = await open()
    await session.send("EHLO job.example")
    expect(session.received()).not.toMatch(/AUTH|STARTTLS|VRFY|XCLIENT/u)
    for (const command of ["AUTH PLAIN AGEAYg==", "STARTTLS", "VRFY root", "WIZ a", "SHELL", "XCLIENT NAME=a"])
      expect(await session.send(command)).toEqual([500])
    expect(await session.send("MAIL FROM:<a@b.example>", "RCPT TO:<victim@elsewhere.example>", "DATA")).toEqual([
      250, 550, 503
    ])
    expect(asked).toEqual(["victim@elsewhere.example"])
  })

  it("answers pipelined commands in order", async () => {
    const { open, stored } = await start()
    const session = await open()
    const message = "Subject: one\r\n\r\ntext\r\n."
    expect(
      await session.send(
        ...begin,
        "RCPT TO:<nobody@ping.example>",
        "RCPT TO:<known1@ping.example>",
        "RCPT TO:<known2@ping.example>",
        "DATA"
      )
    ).toEqual([250, 250, 550, 250, 250, 354])
    expect(await session.send(message, "NOOP", "QUIT")).toEqual([250, 250, 221])
    expect(stored.map(({ to }) => to)).toEqual(["known1@ping.example", "known2@ping.example"])
    await session.closed
  })

  it("asks the client to repeat a message that could not be stored for every recipient", async () => {
    const { open } = await start({ deliver: ({ to }) => Effect.succeed(to.startsWith("known1") ? "stored" : "later") })
    const session = await open()
    await session.send(...begin, "RCPT TO:<known1@ping.example>", "RCPT TO:<known2@ping.example>", "DATA")
    expect(await session.send("Subject: a\r\n\r\nb\r\n.")).toEqual([451])
    await session.send("MAIL FROM:<>", "RCPT TO:<known1@ping.example>", "DATA")
    expect(await session.send("Subject: a\r\n\r\nb\r\n.")).toEqual([250])
  })

  it("goes on after rules that fail, and asks the client to repeat", async () => {
    const { open } = await start({ deliver: () => Effect.die(new Error("a bug")) })
    const session = await open()
    await session.send(...begin, "RCPT TO:<known@ping.example>", "DATA")
    expect(await session.send("Subject: a\r\n\r\nb\r\n.")).toEqual([451])
    expect(await session.send("NOOP")).toEqual([250])
  })

  it("accepts ten recipients, and ends after too many that do not exist", async () => {
    const { asked, open } = await start()
    const many = await open()
    const known = Array.from({ length: 12 }, (_, index) => `RCPT TO:<known${index}@ping.example>`)
    const codes = await many.send(...begin, ...known)
    expect(codes.slice(2)).toEqual([...Array.from({ length: 10 }, () => 250), 452, 452])
    const guessing = await open()
    asked.length = 0
    const guesses = Array.from({ length: 10_000 }, (_, index) => `RCPT TO:<guess${index}@ping.example>`)
    const replies = await guessing.send(...begin, ...guesses)
    await guessing.closed
    expect(replies.slice(2)).toEqual([...Array.from({ length: 19 }, () => 550), 421])
    expect(asked).toHaveLength(20)
  })

  it("goes on after temporary refusals, however many there are", async () => {
    const { open, stored } = await start({ admit: (recipient) => (recipient.startsWith("known") ? "exists" : "later") })
    const session = await open()
    const others = Array.from({ length: 30 }, (_, index) => `RCPT TO:<other${index}@ping.example>`)
    const codes = await session.send(...begin, ...others)
    expect(codes.slice(2)).toEqual(Array.from({ length: 30 }, () => 451))
    expect(await session.send("RCPT TO:<known@ping.example>", "DATA")).toEqual([250, 354])
    expect(await session.send("Subject: a\r\n\r\nb\r\n.")).toEqual([250])
    expect(stored).toHaveLength(1)
  })

  it.each([
    ["NUL in a command", "RCPT TO:<known\u0000@ping.example>", 501],
    ["a line break in an address", "RCPT TO:<known\nQUIT@ping.example>", 501],
    ["no brackets", "RCPT TO:known@ping.example", 501],
    ["two addresses", "RCPT TO:<known@ping.example><a@b.example>", 501],
    ["a percent sign for another host", "RCPT TO:<victim%elsewhere.example@ping.example>", 550],
    ["an announced size that is too large", "MAIL FROM:<a@b.example> SIZE=2000000", 503]
  ])("refuses %s", async (_, line, code) => {
    const { open, stored } = await start()
    const session = await open()
    await session.send(...begin)
    expect((await session.send(line))[0]).toBe(code)
    expect(stored).toEqual([])
  })

  it("ends at a command that is too long, at nonsense, and at a client that speaks first", async () => {
    const { open, port } = await start()
    const long = await open()
    expect(await long.send(`EHLO ${"a".repeat(100_000)}`)).toEqual([421])
    await long.closed
    const nonsense = await open()
    nonsense.socket.write(
      Buffer.from(Array.from({ length: 4_000 }, (_, index) => (index % 7 === 0 ? 10 : index % 256)))
    )
    await nonsense.closed
    const web = await open()
    expect(await web.send("POST / HTTP/1.1")).toEqual([421])
    await web.closed
    expect(port).toBeGreaterThan(0)
  })

  it("refuses a message that is too long, and stores none of it", async () => {
    const { open, stored } = await start({ limits: { messageBytes: 10_000 } })
    const session = await open()
    await session.send(...begin, "RCPT TO:<known@ping.example>", "DATA")
    expect(await session.send(`Subject: a\r\n\r\n${"x".repeat(20_000)}\r\n.`)).toEqual([552])
    await session.send("MAIL FROM:<a@b.example>", "RCPT TO:<known@ping.example>", "DATA")
    session.socket.write(`Subject: a\r\n\r\n${"x".repeat(100_000)}`)
    expect(await session.replies(1)).toEqual([421])
    await session.closed
    expect(stored).toEqual([])
  })

  it("takes a message of the largest size, in pieces of any size", async () => {
    const { open, stored } = await start({ limits: { messageBytes: 50_000 } })
    const text = Array.from({ length: 700 }, (_, index) => `line ${index} ${"x".repeat(55)}`).join("\r\n")
    for (const size of [1, 997, 60_000]) {
      const session = await open()
      await session.send(...begin, "RCPT TO:<known@ping.example>", "DATA")
      const message = `Subject: a\r\n\r\n${text}\r\n.\r\n`
      for (let at = 0; at < message.length; at += size) session.socket.write(message.slice(at, at + size))
      expect(await session.replies(1)).toEqual([250])
      expect(stored.at(-1)?.text.trimEnd()).toBe(text.replaceAll("\r\n", "\n"))
      session.socket.destroy()
    }
  })

  it("refuses a message that nobody can read", async () => {
    const { open, stored } = await start()
    const session = await open()
    await session.send(...begin, "RCPT TO:<known@ping.example>", "DATA")
    expect(await session.send(`${"X-Header: value\r\n".repeat(40_000)}\r\nhello\r\n.`)).toEqual([554])
    await session.send("MAIL FROM:<a@b.example>", "RCPT TO:<known@ping.example>", "DATA")
    expect(await session.send("\u0000\u0001: \u00ff\r\n\r\n\u0000..\r\n.")).toEqual([250])
    expect(stored).toHaveLength(1)
  })

  it("stores nothing of a message whose client leaves", async () => {
    const { open, stored } = await start()
    const session = await open()
    await session.send(...begin, "RCPT TO:<known@ping.example>", "DATA")
    session.socket.write("Subject: a\r\n\r\nhalf")
    session.socket.destroy()
    await session.closed
    const next = await open()
    expect(await next.send("NOOP")).toEqual([250])
    expect(stored).toEqual([])
  })

  it("ends if the client sends nothing", async () => {
    const { open } = await start({ limits: { idleMs: 200 } })
    const session = await open()
    await session.closed
    expect(session.received()).toContain("421 4.4.2 Timeout")
  })

  it("ends if the client sends one byte at a time", async () => {
    const { open, stored } = await start({ limits: { sessionMs: 1_000 } })
    const session = await open()
    session.socket.write([...begin, "RCPT TO:<known@ping.example>", "DATA", ""].join("\r\n"))
    const trickle = setInterval(() => session.socket.write("x"), 50)
    await session.closed
    clearInterval(trickle)
    expect(session.received()).toContain("421 4.4.2 The session took too long")
    expect(stored).toEqual([])
  })

  it("is refused if its network has too many of them", async () => {
    const { open } = await start({ limits: { connectionsOfNetwork: 2 } })
    const sessions = [await open(), await open()]
    const third = await open()
    await third.closed
    expect(third.received()).toMatch(/^421 /u)
    sessions[0]?.socket.destroy()
    await sessions[0]?.closed
    const noop = async () => {
      const next = await open()
      return (await next.send("NOOP"))[0]
    }
    await expect.poll(noop).toBe(250)
  })
})

describe("the end of the service", () => {
  it("waits for the message that is being stored, and ends idle sessions", async () => {
    const begun = Effect.runSync(Deferred.make<void>())
    const release = Effect.runSync(Deferred.make<void>())
    const deliver = () =>
      Deferred.succeed(begun, undefined).pipe(Effect.andThen(Deferred.await(release)), Effect.as("stored" as const))
    const { close, open, stored } = await start({ deliver })
    const idle = await open()
    const session = await open()
    await session.send(...begin, "RCPT TO:<known@ping.example>", "DATA")
    const answered = session.send("Subject: a\r\n\r\nb\r\n.")
    await Effect.runPromise(Deferred.await(begun))
    const ended = close()
    expect(await idle.replies(1)).toEqual([421])
    await Effect.runPromise(Deferred.succeed(release, undefined))
    expect(await answered).toEqual([250])
    expect(await session.send("QUIT")).toEqual([421])
    await ended
    expect(stored).toHaveLength(1)
  })
})
