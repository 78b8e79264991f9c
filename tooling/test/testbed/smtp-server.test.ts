import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { createInterface } from "node:readline"
import { connect as connectTls } from "node:tls"
import { afterEach, describe, expect, it } from "vitest"
import { makeAuthority, type SmtpServer, type SmtpServerOptions, startSmtpServer } from "../../testbed/index.ts"

let server: SmtpServer | undefined
const clients: Array<Socket> = []

const start = async (options: SmtpServerOptions = {}) => (server = await startSmtpServer(options))

/** Speaks SMTP line by line. `read` returns the last line of a response, or null after the connection has ended. */
const talk = (socket: Socket) => {
  clients.push(socket)
  socket.on("error", () => {})
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  const read = async (): Promise<string | null> => {
    const { value, done } = await lines.next().catch(() => ({ value: "", done: true }))
    if (done === true) return null
    return /^\d{3}-/u.test(value) ? read() : value
  }
  const say = (line: string) => {
    socket.write(`${line}\r\n`)
    return read()
  }
  return { read, say }
}

const open = async (to: SmtpServer) => {
  const client = talk(connect(to.port, to.host))
  await client.read()
  await client.say("EHLO tester.example.com")
  return client
}

const plain = (password: string) => Buffer.from(`\0mon\0${password}`).toString("base64")

const mail = [
  "Subject: =?UTF-8?Q?Caf=C3=A9?=",
  "Content-Type: multipart/alternative; boundary=b",
  "",
  "--b",
  "Content-Type: text/plain; charset=utf-8",
  "Content-Transfer-Encoding: quoted-printable",
  "",
  "na=C3=AFve =",
  "text",
  "--b",
  "Content-Type: text/html",
  "Content-Transfer-Encoding: base64",
  "",
  Buffer.from("<p>hi</p>").toString("base64"),
  "--b--",
  "."
].join("\r\n")

const envelope = async (client: Awaited<ReturnType<typeof open>>) => {
  await client.say("MAIL FROM:<a@example.com>")
  return client.say("RCPT TO:<b@example.org>")
}

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  await server?.close()
  server = undefined
})

describe("a mail server on loopback", () => {
  it("stores and parses emails", async () => {
    const running = await start({ host: "127.0.0.8" })
    const client = await open(running)
    expect(await envelope(client)).toMatch(/^250/u)
    expect(await client.say("DATA")).toMatch(/^354/u)
    expect(await client.say(mail)).toMatch(/^250/u)
    expect(await running.nextMail()).toMatchObject({
      from: "a@example.com",
      to: ["b@example.org"],
      subject: "Café",
      text: "naïve text",
      html: "<p>hi</p>",
      acknowledged: true,
      secure: false,
      user: null
    })
    expect(running.url).toBe(`smtp://127.0.0.8:${running.port}`)
  })

  it.each([
    [451, "recipient"],
    [550, "recipient"],
    [452, "sender"],
    [554, "data"]
  ] as const)("answers %i at the %s", async (reply, at) => {
    const client = await open(await start({ behaviour: { reply, at } }))
    const answers = [await client.say("MAIL FROM:<a@example.com>")]
    if (at !== "sender") answers.push(await client.say("RCPT TO:<b@example.org>"))
    if (at === "data") {
      await client.say("DATA")
      answers.push(await client.say(mail))
    }
    expect(answers.at(-1)).toMatch(new RegExp(`^${reply} `, "u"))
  })

  it("responds depending on the recipient and on previous emails", async () => {
    const running = await start({
      behaviour: ({ stage, to }) => (stage === "recipient" && to.at(-1) === "gone@example.org" ? { reply: 550 } : {})
    })
    const client = await open(running)
    await client.say("MAIL FROM:<a@example.com>")
    expect(await client.say("RCPT TO:<gone@example.org>")).toMatch(/^550/u)
    expect(await client.say("RCPT TO:<here@example.org>")).toMatch(/^250/u)
  })

  it.each([{ drop: "data" }, { end: "data" }] as const)(
    "keeps a mail and is gone without a word: %j",
    async (behaviour) => {
      const running = await start({ behaviour })
      const client = await open(running)
      await envelope(client)
      await client.say("DATA")
      expect(await client.say(mail)).toBeNull()
      expect(await running.nextMail()).toMatchObject({ subject: "Café", acknowledged: false })
    }
  )

  it("does not respond when it hangs, and can still be closed", async () => {
    const running = await start({ behaviour: { hang: "connect" } })
    const socket = connect(running.port, running.host)
    const client = talk(socket)
    await once(socket, "connect")
    const greeting = client.read()
    await running.close()
    expect(await greeting).toBeNull()
  })

  it("requires a password", async () => {
    const running = await start({ accounts: { mon: "right" } })
    const client = await open(running)
    expect(await client.say("MAIL FROM:<a@example.com>")).toMatch(/^530/u)
    expect(await client.say(`AUTH PLAIN ${plain("wrong")}`)).toMatch(/^535/u)
    expect(await client.say(`AUTH PLAIN ${plain("right")}`)).toMatch(/^235/u)
  })

  it("begins with the handshake with implicit TLS", async () => {
    const authority = await makeAuthority()
    const running = await start({
      tls: { ...(await authority.issue({ names: ["mail.example.com"] })), implicit: true }
    })
    const socket = connectTls({
      port: running.port,
      host: running.host,
      ca: authority.rootPem,
      servername: "mail.example.com"
    })
    expect(await talk(socket).read()).toMatch(/^220/u)
    expect(running.url).toBe(`smtps://127.0.0.1:${running.port}`)
  })
})
