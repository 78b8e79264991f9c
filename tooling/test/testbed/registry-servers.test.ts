import { once } from "node:events"
import { connect } from "node:net"
import { afterEach, describe, expect, it } from "vitest"
import { startRdapServer, startWhoisServer } from "../../testbed/index.ts"

const servers: Array<{ readonly close: () => Promise<void> }> = []
const keep = async <A extends { readonly close: () => Promise<void> }>(starting: Promise<A>): Promise<A> => {
  const server = await starting
  servers.push(server)
  return server
}
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

describe("an RDAP server", () => {
  it("lists services, and registers and removes domains", async () => {
    const rdap = await keep(startRdapServer())
    rdap.list(["com", "net"], [rdap.base])
    rdap.register("example.com", {
      expiresAt: "2030-08-13T04:00:00Z",
      registrar: "Names Inc.",
      statuses: ["client hold"]
    })
    expect(await (await fetch(rdap.bootstrapUrl)).json()).toMatchObject({
      version: "1.0",
      services: [[["com", "net"], [rdap.base]]]
    })
    const answer = await fetch(`${rdap.base}domain/example.com`)
    expect(answer.headers.get("content-type")).toBe("application/rdap+json")
    expect(await answer.json()).toMatchObject({
      objectClassName: "domain",
      ldhName: "EXAMPLE.COM",
      status: ["client hold"]
    })
    rdap.release("example.com")
    expect((await fetch(`${rdap.base}domain/example.com`)).status).toBe(404)
    expect(rdap.asked()).toEqual(["example.com", "example.com"])
  })

  it("can misbehave for domains or for the bootstrap document", async () => {
    const rdap = await keep(startRdapServer())
    rdap.behave({ status: 429, headers: { "retry-after": "7" } })
    rdap.behaveAsBootstrap({ status: 500 })
    expect((await fetch(`${rdap.base}domain/example.com`)).headers.get("retry-after")).toBe("7")
    expect((await fetch(rdap.bootstrapUrl)).status).toBe(500)
    rdap.behave(null)
    rdap.behaveAsBootstrap(null)
    expect((await fetch(`${rdap.base}domain/example.com`)).status).toBe(404)
    expect((await fetch(rdap.bootstrapUrl)).status).toBe(200)
  })
})

const ask = async (port: number, question: string) => {
  const socket = connect(port, "127.0.0.1")
  socket.write(`${question}\r\n`)
  const chunks: Array<Buffer> = []
  for await (const chunk of socket as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

describe("a WHOIS server", () => {
  it("answers one line and closes", async () => {
    const whois = await keep(startWhoisServer())
    whois.answer("example.io", "Domain Name: EXAMPLE.IO\nRegistrar: Names Inc.\n")
    expect(await ask(whois.port, "example.io")).toBe("Domain Name: EXAMPLE.IO\r\nRegistrar: Names Inc.\r\n")
    expect(await ask(whois.port, "other.io")).toBe('No match for "other.io".\r\n')
    expect(whois.questions).toEqual(["example.io", "other.io"])
    expect(await whois.nextQuestion()).toBe("example.io")
  })

  it("can reset within the response", async () => {
    const whois = await keep(startWhoisServer())
    whois.answer("example.io", "reset")
    await expect(ask(whois.port, "example.io")).rejects.toThrow(/ECONNRESET/)
  })

  it("can send an endless response", async () => {
    const whois = await keep(startWhoisServer())
    whois.answer("example.io", "endless")
    const socket = connect(whois.port, "127.0.0.1")
    socket.write("example.io\r\n")
    let size = 0
    socket.on("data", (bytes: Buffer) => {
      size += bytes.length
      if (size > 1_000_000) socket.destroy()
    })
    await once(socket, "close")
    expect(size).toBeGreaterThan(1_000_000)
  })

  it("can stay silent", async () => {
    const whois = await keep(startWhoisServer())
    whois.answer("example.io", "hang")
    const socket = connect(whois.port, "127.0.0.1")
    socket.on("error", () => {})
    socket.write("example.io\r\n")
    await whois.nextQuestion()
    expect([socket.bytesRead, whois.connections]).toEqual([0, 1])
    socket.destroy()
  })
})
