import { startSmtpServer } from "@mon/tooling/testbed"
import * as fc from "fast-check"
import type { Socket } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { imapGreeting, imapLine, makeReplyReader, pop3Line, pop3ListLine, smtpLine } from "../src/service/MailReply.ts"
import { readLine } from "../src/service/Received.ts"
import { answerLines, makeServiceLab, secureServerSide, type ServiceLab } from "./serviceLab.ts"

let lab: ServiceLab
beforeAll(async () => {
  lab = await makeServiceLab()
})
afterAll(() => lab.close())

type Protocol = "imap" | "pop3" | "smtp"

interface Mailbox {
  readonly greeting: string
  /** Returns the answer to a line. If the line starts TLS and the answer ends with "go", the TLS handshake follows. */
  readonly answer: (line: string) => string | null
}

const LINES: Readonly<Record<Protocol, Readonly<Record<string, string>>>> = {
  smtp: { EHLO: "250-mx\r\n250-SIZE 1000\r\n250 STARTTLS\r\n", STARTTLS: "220 go\r\n", QUIT: "221 bye\r\n" },
  imap: {
    "a1 CAPABILITY": "* CAPABILITY IMAP4rev2 STARTTLS LOGINDISABLED\r\na1 OK done\r\n",
    "a2 STARTTLS": "a2 OK go\r\n",
    "a3 LOGOUT": "* BYE bye\r\na3 OK done\r\n"
  },
  pop3: { CAPA: "+OK list\r\nUIDL\r\nSTLS\r\n.\r\n", STLS: "+OK go\r\n", QUIT: "+OK bye\r\n" }
}
const GREETINGS: Readonly<Record<Protocol, string>> = {
  smtp: "220-mx.example.com\r\n220 ready\r\n",
  imap: "* OK [CAPABILITY IMAP4rev2] ready\r\n",
  pop3: "+OK ready <1.2@example.com>\r\n"
}

const answerOf =
  (protocol: Protocol, own: Readonly<Record<string, string | null>> = {}): Mailbox["answer"] =>
  (line) => {
    const lines: Readonly<Record<string, string | null>> = { ...LINES[protocol], ...own }
    const command = Object.keys(lines).find((name) => line === name || line.startsWith(`${name} `))
    return command === undefined ? null : (lines[command] ?? null)
  }

const STARTS = new Set(["STARTTLS", "a2 STARTTLS", "STLS"])

/** Starts a mail server that changes to TLS after STARTTLS. Adds every line of the client to `seen`. */
const mailServer = async (
  name: string,
  protocol: Protocol,
  { answer = answerOf(protocol), greeting = GREETINGS[protocol] }: Partial<Mailbox> = {},
  seen: Array<string> = []
) => {
  const tls = await lab.authority.issue({ names: [name] })
  const talk = (socket: Socket): void =>
    answerLines(socket, (line) => {
      seen.push(line)
      const text = answer(line)
      if (!STARTS.has(line) || text === null || !/go\r\n/u.test(text)) return text
      socket.write(text)
      talk(secureServerSide(socket, tls))
      return null
    })
  return lab.listen(name, (socket) => {
    socket.write(greeting)
    talk(socket)
  })
}

describe("a check of STARTTLS", () => {
  it.each(["smtp", "imap", "pop3"] as const)("changes to TLS over %s, and says goodbye", async (protocol) => {
    const seen: Array<string> = []
    const target = await mailServer(`${protocol}.example.com`, protocol, {}, seen)
    const found = await lab.probe.startTls({ target, protocol, expect: [{ certificate: "valid" }] })
    expect([found.message, found.outcome]).toEqual([null, "ok"])
    expect(found).toMatchObject({
      url: `${protocol}+starttls://${target}`,
      verdict: "up",
      greeting: expect.stringContaining("ready"),
      capabilities: expect.arrayContaining([protocol === "pop3" ? "STLS" : "STARTTLS"]),
      certificate: { valid: true, host: `${protocol}.example.com` },
      expectations: [{ holds: true }]
    })
    for (const phase of ["connectUs", "tlsUs", "waitUs", "downloadUs"] as const)
      expect(found.timings[phase]).toBeGreaterThan(0)
    expect(seen.at(-1)).toMatch(/QUIT|LOGOUT/u)
    if (protocol === "smtp") expect(seen[0]).toBe("EHLO [127.0.0.1]")
  })

  it("works with the SMTP server of others, and says the name that it is given", async () => {
    const tls = await lab.authority.issue({ names: ["mx.example.com"] })
    const server = await startSmtpServer({ tls })
    lab.dns.zone.set("mx.example.com", { A: ["127.0.0.1"] })
    try {
      const request = {
        target: `mx.example.com:${server.port}`,
        protocol: "smtp",
        clientName: "probe.example.com"
      } as const
      const found = await lab.probe.startTls(request)
      expect(found).toMatchObject({ outcome: "ok", certificate: { valid: true } })
      expect(found.greeting).toContain("ESMTP")
      expect(server.mails).toEqual([])
      await server.whenIdle()
    } finally {
      await server.close()
    }
  })

  it.each([
    ["smtp", { greeting: "554 no service\r\n" }, "expectation_failed", "The server refuses connections: no service"],
    ["imap", { greeting: "* BYE overloaded\r\n" }, "expectation_failed", "The server refuses connections: overloaded"],
    ["imap", { greeting: "* PREAUTH hi\r\n" }, "expectation_failed", "The server refuses connections: hi"],
    ["pop3", { greeting: "-ERR busy\r\n" }, "expectation_failed", "The server refuses connections: busy"],
    [
      "smtp",
      { greeting: "SSH-2.0-x\r\n" },
      "protocol_error",
      'The server sent "SSH-2.0-x", which is not a valid reply.'
    ],
    ["smtp", { greeting: "220-a\r\n".repeat(300) }, "too_large", "A reply has more than 200 lines."],
    [
      "smtp",
      { answer: answerOf("smtp", { EHLO: "250 mx\r\n" }) },
      "expectation_failed",
      "The server does not offer STARTTLS."
    ],
    [
      "smtp",
      { answer: answerOf("smtp", { EHLO: "502 what\r\n" }) },
      "expectation_failed",
      "The server does not offer STARTTLS."
    ],
    [
      "pop3",
      { answer: answerOf("pop3", { CAPA: "-ERR what\r\n" }) },
      "expectation_failed",
      "The server does not offer STLS."
    ],
    [
      "smtp",
      { answer: answerOf("smtp", { STARTTLS: "454 not now\r\n" }) },
      "expectation_failed",
      "The server refuses STARTTLS: not now"
    ],
    [
      "imap",
      { answer: answerOf("imap", { "a2 STARTTLS": "a2 NO not now\r\n" }) },
      "expectation_failed",
      "The server refuses STARTTLS: not now"
    ],
    [
      "imap",
      { answer: answerOf("imap", { "a2 STARTTLS": "a9 OK sure\r\n" }) },
      "protocol_error",
      'The server sent "a9 OK sure", which is not a valid reply.'
    ]
  ] as const)("over %s, %j ends with %s", async (protocol, mailbox, outcome, message) => {
    const target = await mailServer("bad.example.com", protocol, mailbox)
    const found = await lab.probe.startTls({ target, protocol })
    expect([found.outcome, found.message, found.certificate]).toEqual([outcome, message, null])
  })

  it.each([
    ["smtp", "STARTTLS", "220 go\r\n250 injected\r\n"],
    ["imap", "a2 STARTTLS", "a2 OK go\r\n* CAPABILITY INJECTED\r\n"],
    ["pop3", "STLS", "+OK go\r\n+OK injected\r\n"]
  ] as const)("refuses what is smuggled in after %s's %s (RFC 3207 section 6)", async (protocol, command, text) => {
    const target = await lab.listen("smuggler.example.com", (socket) => {
      socket.write(GREETINGS[protocol])
      answerLines(socket, answerOf(protocol, { [command]: text }))
    })
    expect(await lab.probe.startTls({ target, protocol })).toMatchObject({
      outcome: "protocol_error",
      message: "The server sent more data before the TLS handshake."
    })
  })

  const HOSTILE: ReadonlyArray<readonly [name: string, behave: (socket: Socket) => void, outcome: string]> = [
    ["a greeting that never ends", (socket) => socket.write("220-"), "body_timeout"],
    ["no greeting", () => {}, "header_timeout"],
    ["an end in the middle", (socket) => socket.end("220-mx"), "protocol_error"],
    [
      "no handshake after STARTTLS",
      (socket) => {
        socket.write(GREETINGS.smtp)
        answerLines(socket, answerOf("smtp"))
      },
      "tls_timeout"
    ],
    [
      "an endless greeting",
      (socket) => {
        const more = () => {
          if (!socket.destroyed) socket.write("220-x\r\n", () => setImmediate(more))
        }
        more()
      },
      "too_large"
    ]
  ]

  it.each(HOSTILE)("ends at %s", async (_name, behave, outcome) => {
    const target = await lab.listen("hostile.example.com", behave)
    const timeoutMs = outcome.endsWith("timeout") ? 400 : 20_000
    expect(await lab.probe.startTls({ target, protocol: "smtp", timeoutMs })).toMatchObject({ outcome })
  })

  it("fails if the server hangs up after the handshake", async () => {
    const target = await mailServer("rude.example.com", "pop3", { answer: answerOf("pop3", { QUIT: "" }) })
    expect(await lab.probe.startTls({ target, protocol: "pop3", timeoutMs: 500 })).toMatchObject({
      outcome: "body_timeout"
    })
  })
})

const linesOf = (chunks: ReadonlyArray<Uint8Array>) => {
  const lines: Array<string> = []
  let pending = Buffer.alloc(0)
  for (const chunk of chunks) {
    pending = Buffer.concat([pending, chunk])
    for (let line = readLine(pending); line !== null && line.taken !== undefined; line = readLine(pending)) {
      lines.push(line.value)
      pending = pending.subarray(line.taken)
    }
  }
  return lines
}

describe("replies", () => {
  const READERS = { smtpLine, pop3Line, pop3ListLine, imapGreeting, imap: imapLine("a1") }

  it.each(Object.entries(READERS))("%s ends or asks for more, whatever the lines", (_name, read) => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom("250-a", "250 b", "+OK", ".", "* OK x", "a1 OK", "-ERR")), {
          maxLength: 250
        }),
        (lines) => {
          const push = makeReplyReader(read)
          for (const line of lines) {
            const reply = push(line)
            if (reply !== null) return "outcome" in reply ? reply.message !== "" : reply.lines.length <= 200
          }
          return lines.length <= 200
        }
      )
    )
  })

  it("are the same lines however the bytes are cut", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 50 }), (bytes, size) => {
        const cut = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size)
        )
        expect(linesOf(cut)).toEqual(linesOf([bytes]))
      })
    )
  })
})
