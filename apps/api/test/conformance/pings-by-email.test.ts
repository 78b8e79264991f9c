// Pings by email, over the whole service. The tests restate hc/api/tests/test_smtpd.py of Healthchecks, and test the
// additions of Mon.
import { makeSmtpMailer, type SmtpMailer } from "@mon/alerts"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openMailSession } from "../mail/MailSession.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const HOST = "ping.mon.example"
const UNKNOWN = "07c2f548-9850-4b27-af5d-6c9dc157ec02"

describe("pings by email", () => {
  let world: World
  let api: TestApi
  let mailer: SmtpMailer
  const statements: Array<string> = []
  beforeAll(async () => {
    world = await openWorld()
    const pingMail = { host: HOST, listenOn: null, port: 0, tls: null }
    api = await world.startApi({ settings: { pingMail }, statements })
    mailer = makeSmtpMailer({ url: `smtp://127.0.0.1:${api.mailPort}`, from: "root@job.example" })
  })
  afterAll(async () => {
    mailer.close()
    await world.close()
  })

  const as =
    ({ key }: Pick<TestAccount, "key">) =>
    (method: string, path: string, body?: unknown) =>
      api.send(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) })
  const add = async (account: TestAccount, fields: object = {}) => {
    const { data } = await as(account)("POST", "/heartbeats", { name: "Nightly backup", ...fields })
    return { id: data.id, email: String(data["pingEmail"]), url: String(data["pingUrl"]) }
  }
  const pingsOf = async (account: TestAccount, id: string) => (await as(account)("GET", `/heartbeats/${id}/pings`)).data
  const send = (to: string, subject = "Backup", text = "50 GB") => mailer.send({ to, subject, text })
  const deliver = async (to: string, message: string) => {
    const session = await openMailSession(api.mailPort ?? 0)
    const codes = await session.send("EHLO a", "MAIL FROM:<root@job.example>", `RCPT TO:<${to}>`, "DATA")
    const [stored] = await session.send(`${message}\r\n.`)
    session.socket.destroy()
    return [codes[2], stored]
  }

  it("are successes, with the subject and the text as their output", async () => {
    const owner = await world.account()
    const { email, id, url } = await add(owner)
    expect(email).toBe(`${url.slice(url.lastIndexOf("/") + 1)}@${HOST}`)
    expect((await send(email, "Sicherung fertig ✓", "50 GB")).responseCode).toBe(250)
    expect(await pingsOf(owner, id)).toMatchObject([
      { n: 1, kind: "success", method: "email", client: "Email from root@job.example", network: "127.0.0.0/24" }
    ])
    expect((await as(owner)("GET", `/heartbeats/${id}/pings/1/body`)).data).toMatchObject({
      text: expect.stringMatching(/^Sicherung fertig ✓\n\n50 GB/u),
      isCut: false
    })
    const hc = await api.send("GET", `/api/v3/checks/${url.slice(url.lastIndexOf("/") + 1)}/pings/`, { key: owner.key })
    expect(hc.body).toMatchObject({ pings: [{ type: "success", scheme: "email", method: "" }] })
  })

  it("report what the filters of the heartbeat find in them", async () => {
    const owner = await world.account()
    const filters = { failure: "FAILED", success: "complete", start: "begins", subject: true, body: true }
    const { email, id } = await add(owner, { filters: { ...filters, method: "POST" } })
    await send(email, "Backup begins", "")
    await send(email, "Backup", "complete")
    await send(email, "Backup complete", "2 files FAILED")
    await send(email, "Newsletter", "Buy now")
    expect(await pingsOf(owner, id)).toMatchObject([
      { kind: "ignored" },
      { kind: "fail" },
      { kind: "success" },
      { kind: "start" }
    ])
  })

  it("name a heartbeat by the ping key and its slug, and add none", async () => {
    const owner = await world.account()
    const { id } = await add(owner)
    const { data } = await as(owner)("POST", "/heartbeats/ping-key")
    const address = (slug: string) => String(data["email"]).replace("<slug>", slug)
    expect(address("x")).toMatch(new RegExp(`^[a-z0-9]{22}\\+x@${HOST}$`, "u"))
    await send(address("nightly-backup"))
    await send(address("Nightly-Backup"))
    expect(await pingsOf(owner, id)).toHaveLength(2)
    await expect(send(address("other"))).rejects.toMatchObject({ responseCode: 550 })
    await add(owner)
    await expect(send(address("nightly-backup"))).rejects.toMatchObject({ responseCode: 550 })
    expect((await as(owner)("GET", "/heartbeats")).data).toHaveLength(2)
  })

  it("are refused for an unknown address, without a statement if it cannot be one or was asked for before", async () => {
    await expect(send(`${UNKNOWN}@${HOST}`)).rejects.toMatchObject({ responseCode: 550 })
    statements.length = 0
    for (const to of [
      `${UNKNOWN}@${HOST}`,
      `info@${HOST}`,
      `a.b@${HOST}`,
      `${UNKNOWN}@elsewhere.example`,
      `${UNKNOWN}@sub.${HOST}`
    ])
      await expect(send(to)).rejects.toMatchObject({ responseCode: 550 })
    const text = statements.join("\n")
    expect(text).not.toContain("heartbeat_token")
    expect(text).not.toContain("ping_key")
  })

  it("let a network that guesses wait, over HTTP as well", async () => {
    const pingMail = { host: HOST, listenOn: null, port: 0, tls: null }
    const own = await world.startApi({ settings: { pingMail } })
    const guess = (index: number) => `RCPT TO:<${UNKNOWN.slice(0, -3)}${String(index).padStart(3, "0")}@${HOST}>`
    const codes: Array<number> = []
    for (let begin = 0; begin < 110; begin += 10) {
      const session = await openMailSession(own.mailPort ?? 0)
      const lines = Array.from({ length: 10 }, (_, index) => guess(begin + index))
      codes.push(...(await session.send("EHLO a", "MAIL FROM:<a@b.example>", ...lines)).slice(2))
      session.socket.destroy()
    }
    expect(codes.slice(0, 100).every((code) => code === 550)).toBe(true)
    expect(codes.slice(100).every((code) => code === 451)).toBe(true)
    expect((await own.send("GET", `/ping/${UNKNOWN.slice(0, -3)}fff`)).status).toBe(429)
  })

  it("count once if an email is delivered again within a day", async () => {
    const owner = await world.account()
    const { email, id } = await add(owner)
    const other = await add(owner)
    const message = "Message-ID: <1@job.example>\r\nSubject: Backup\r\n\r\n50 GB"
    for (const to of [email, email, email.toUpperCase(), other.email])
      expect(await deliver(to, message)).toEqual([250, 250])
    expect(await deliver(email, message.replace("<1@", "<2@"))).toEqual([250, 250])
    for (const to of [email, email]) expect(await deliver(to, "Subject: no id\r\n\r\n")).toEqual([250, 250])
    expect(await pingsOf(owner, id)).toHaveLength(4)
    expect(await pingsOf(owner, other.id)).toHaveLength(1)
  })

  it("keep the subject and the end of a long text", async () => {
    const owner = await world.account()
    const { email, id } = await add(owner)
    const lines = Array.from({ length: 3_000 }, () => "x".repeat(70)).join("\r\n")
    await deliver(email, `Subject: Backup\r\n\r\n${lines}\r\nthe end`)
    const { data } = await as(owner)("GET", `/heartbeats/${id}/pings/1/body`)
    expect(data["isCut"]).toBe(true)
    expect(String(data["text"])).toHaveLength(100_000)
    expect(String(data["text"])).toMatch(/^Backup\n\nx[^]*the end\s*$/u)
  })

  it("are asked for again while the database is not available", async () => {
    const pingMail = { host: HOST, listenOn: null, port: 0, tls: null }
    const own = await world.startApi({ settings: { pingMail }, databaseUrl: "postgres://127.0.0.1:9/none" })
    const session = await openMailSession(own.mailPort ?? 0)
    const codes = await session.send("EHLO a", "MAIL FROM:<a@b.example>", `RCPT TO:<${UNKNOWN}@${HOST}>`)
    session.socket.destroy()
    expect(codes).toEqual([250, 250, 451])
  })

  it("have no address if the service receives none, or for people who may only read", async () => {
    const owner = await world.account()
    const { email, id } = await add(owner)
    const reader = await world.keyFor(owner.membershipId, { scope: "read" })
    expect((await as({ key: reader })("GET", `/heartbeats/${id}`)).data).toMatchObject({ pingEmail: null })
    const without = await world.startApi()
    expect(without.mailPort).toBeNull()
    const { data } = await without.send("GET", `/api/v1/heartbeats/${id}`, { key: owner.key })
    expect(data).toMatchObject({ pingEmail: null, pingUrl: expect.any(String) })
    expect(email).not.toBe("null")
  })

  it("leave no token, and no subject, in logs and in the audit log", async () => {
    const owner = await world.account()
    const { email } = await add(owner)
    await send(email, "a secret subject")
    const token = email.slice(0, email.indexOf("@"))
    const logs = JSON.stringify(world.logs)
    for (const secret of [token, "a secret subject", UNKNOWN]) expect(logs).not.toContain(secret)
    const { status, text } = await as(owner)("GET", "/audit")
    expect(status).toBe(200)
    expect(text).not.toContain(token)
  })
})
