import { startSmtpServer } from "@mon/tooling/testbed"
import * as fc from "fast-check"
import type { Socket } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  imapGreeting,
  imapLine,
  makeReplyReader,
  pop3Line,
  pop3ListLine,
  smtpLine
} from "../../src/service/mail/MailReply.ts"
import { readLine } from "../../src/service/Received.ts"
import { answerLines, makeServiceLab, secureServerSide, type ServiceLab } from "../serviceLab.ts"

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
    "a9 LOGOUT": "* BYE bye\r\na9 OK done\r\n"
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

describe("a check of a mail server", () => {
  it.each(["smtp", "imap", "pop3"] as const)("changes to TLS over %s, and says goodbye", async (protocol) => {
    const seen: Array<string> = []
    const target = await mailServer(`${protocol}.example.com`, protocol, {}, seen)
    const found = await lab.probe.protocol({
      type: protocol,
      target,
      tls: "required",
      expect: [{ certificate: "valid" }]
    })
    expect([found.message, found.outcome]).toEqual([null, "ok"])
    expect(found).toMatchObject({
      url: `${protocol}://${target}`,
      verdict: "up",
      found: {
        greeting: expect.stringContaining("ready"),
        capabilities: expect.arrayContaining([protocol === "pop3" ? "STLS" : "STARTTLS"]),
        startedTls: true
      },
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
      const found = await lab.probe.protocol({
        type: "smtp",
        target: `mx.example.com:${server.port}`,
        clientName: "probe.example.com"
      })
      expect(found).toMatchObject({ outcome: "ok", certificate: { valid: true } })
      expect(found.found.greeting).toContain("ESMTP")
      expect(server.mails).toEqual([])
      await server.whenIdle()
    } finally {
      await server.close()
    }
  })

  it.each([
    ["smtp", { greeting: "554 no service\r\n" }, "service_refused", "The server refuses connections: no service"],
    ["imap", { greeting: "* BYE overloaded\r\n" }, "service_refused", "The server refuses connections: overloaded"],
    [
      "imap",
      { greeting: "* PREAUTH hi\r\n", answer: answerOf("imap", { "a1 CAPABILITY": "a1 OK done\r\n" }) },
      "tls_handshake",
      "The server does not offer STARTTLS."
    ],
    ["pop3", { greeting: "-ERR busy\r\n" }, "service_refused", "The server refuses connections: busy"],
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
      "tls_handshake",
      "The server does not offer STARTTLS."
    ],
    [
      "smtp",
      { answer: answerOf("smtp", { EHLO: "502 what\r\n", HELO: "250 mx\r\n" }) },
      "tls_handshake",
      "The server does not offer STARTTLS."
    ],
    [
      "pop3",
      { answer: answerOf("pop3", { CAPA: "-ERR what\r\n" }) },
      "tls_handshake",
      "The server does not offer STLS."
    ],
    [
      "smtp",
      { answer: answerOf("smtp", { STARTTLS: "454 not now\r\n" }) },
      "tls_handshake",
      "The server refuses STARTTLS: not now"
    ],
    [
      "imap",
      { answer: answerOf("imap", { "a2 STARTTLS": "a2 NO not now\r\n" }) },
      "tls_handshake",
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
    const found = await lab.probe.protocol({ type: protocol, target, tls: "required" })
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
    expect(await lab.probe.protocol({ type: protocol, target, tls: "required" })).toMatchObject({
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
    expect(await lab.probe.protocol({ type: "smtp", target, tls: "required", timeoutMs })).toMatchObject({ outcome })
  })

  it("fails if the server says nothing after the handshake", async () => {
    let asked = 0
    const answer = answerOf("pop3")
    const target = await mailServer("rude.example.com", "pop3", {
      answer: (line) => (line === "CAPA" && ++asked === 2 ? null : answer(line))
    })
    expect(await lab.probe.protocol({ type: "pop3", target, tls: "required", timeoutMs: 500 })).toMatchObject({
      outcome: "body_timeout"
    })
  })

  it("is down if the SMTP server greets, but refuses EHLO and HELO", async () => {
    const own = { EHLO: "554 no service\r\n", HELO: "554 no service\r\n" }
    const target = await mailServer("refuses.example.com", "smtp", { answer: answerOf("smtp", own) })
    expect(await lab.probe.protocol({ type: "smtp", target })).toMatchObject({
      outcome: "service_refused",
      message: "The server refuses EHLO and HELO: no service"
    })
  })

  it("is down if the SMTP server ends the dialogue at EHLO", async () => {
    const own = { EHLO: "421 shutting down\r\n" }
    const target = await mailServer("ends.example.com", "smtp", { answer: answerOf("smtp", own) })
    expect(await lab.probe.protocol({ type: "smtp", target })).toMatchObject({
      outcome: "service_refused",
      message: "The server refuses EHLO: shutting down"
    })
  })

  it("an SMTP server that knows only HELO is up", async () => {
    const seen: Array<string> = []
    const own = { EHLO: "502 what\r\n", HELO: "250 mx\r\n" }
    const target = await mailServer("old.example.com", "smtp", { answer: answerOf("smtp", own) }, seen)
    expect(await lab.probe.protocol({ type: "smtp", target })).toMatchObject({
      outcome: "ok",
      found: { capabilities: [] }
    })
    expect(seen).toEqual(["EHLO [127.0.0.1]", "HELO [127.0.0.1]", "QUIT"])
  })

  it.each([
    ["smtp", "220 mx\r\n", ["EHLO [127.0.0.1]", "QUIT"]],
    ["imap", "* PREAUTH welcome\r\n", ["a1 CAPABILITY", "a9 LOGOUT"]],
    ["pop3", "+OK\r\n", ["CAPA", "QUIT"]]
  ] as const)("a server of %s without TLS is up if TLS is not required", async (protocol, greeting, lines) => {
    const seen: Array<string> = []
    const own = { EHLO: "250 mx\r\n", "a1 CAPABILITY": "a1 OK done\r\n", CAPA: "-ERR what\r\n" }
    const target = await mailServer(
      `plain-${protocol}.example.com`,
      protocol,
      { greeting, answer: answerOf(protocol, own) },
      seen
    )
    expect(await lab.probe.protocol({ type: protocol, target })).toMatchObject({
      outcome: "ok",
      found: { startedTls: false }
    })
    expect(seen).toEqual(lines)
  })
})

const login = { username: "mon", password: 'p"\\é' }
const plain = Buffer.from('\0mon\0p"\\é').toString("base64")

describe("a login to a mail server", () => {
  const LOGINS: ReadonlyArray<
    readonly [protocol: Protocol, answers: Readonly<Record<string, string>>, lines: ReadonlyArray<string>]
  > = [
    [
      "smtp",
      { EHLO: "250-mx\r\n250 AUTH LOGIN PLAIN\r\n", AUTH: "235 go on\r\n" },
      ["EHLO [127.0.0.1]", `AUTH PLAIN ${plain}`, "QUIT"]
    ],
    [
      "smtp",
      {
        EHLO: "250-mx\r\n250 AUTH=LOGIN\r\n",
        AUTH: "334 VXNlcm5hbWU6\r\n",
        [Buffer.from("mon").toString("base64")]: "334 UGFzc3dvcmQ6\r\n",
        [Buffer.from(login.password).toString("base64")]: "235 go on\r\n"
      },
      [
        "EHLO [127.0.0.1]",
        "AUTH LOGIN",
        Buffer.from("mon").toString("base64"),
        Buffer.from(login.password).toString("base64"),
        "QUIT"
      ]
    ],
    [
      "imap",
      {
        "a1 CAPABILITY": "* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\na1 OK\r\n",
        "a3 AUTHENTICATE": "+ \r\n",
        [plain]: "a3 OK in\r\n",
        "a4 EXAMINE": "* 17 EXISTS\r\n* 0 RECENT\r\na4 OK [READ-ONLY]\r\n"
      },
      ["a1 CAPABILITY", "a3 AUTHENTICATE PLAIN", plain, "a4 EXAMINE INBOX", "a9 LOGOUT"]
    ],
    [
      "imap",
      {
        "a1 CAPABILITY": "* CAPABILITY IMAP4rev1\r\na1 OK\r\n",
        "a3 LOGIN": "a3 OK in\r\n",
        "a4 EXAMINE": "* 17 EXISTS\r\na4 OK\r\n"
      },
      ["a1 CAPABILITY", 'a3 LOGIN "mon" "p\\"\\\\é"', "a4 EXAMINE INBOX", "a9 LOGOUT"]
    ],
    [
      "pop3",
      { USER: "+OK\r\n", PASS: "+OK in\r\n", STAT: "+OK 17 1234\r\n" },
      ["CAPA", "USER mon", `PASS ${login.password}`, "STAT", "QUIT"]
    ]
  ]
  it.each(LOGINS)("over %s with %j sends %j", async (protocol, answers, lines) => {
    const seen: Array<string> = []
    const target = await mailServer(
      `in-${protocol}.example.com`,
      protocol,
      { answer: answerOf(protocol, answers) },
      seen
    )
    const found = await lab.probe.protocol({ type: protocol, target, tls: "never", login })
    expect([found.outcome, found.message]).toEqual(["ok", null])
    expect(found.found.messages).toBe(protocol === "smtp" ? undefined : 17)
    expect(seen).toEqual(lines)
  })

  it.each([
    ["smtp", { AUTH: "535 5.7.8 wrong\r\n" }, "login_refused", "The server refuses the login: 5.7.8 wrong"],
    ["imap", { "a3 LOGIN": "a3 NO wrong\r\n" }, "login_refused", "The server refuses the login: wrong"],
    ["pop3", { USER: "+OK\r\n", PASS: "-ERR wrong\r\n" }, "login_refused", "The server refuses the login: wrong"],
    [
      "imap",
      { "a3 LOGIN": "a3 OK in\r\n", "a4 EXAMINE": "a4 NO no such mailbox\r\n" },
      "wrong_answer",
      "The server does not open the inbox: no such mailbox"
    ],
    [
      "pop3",
      { USER: "+OK\r\n", PASS: "+OK\r\n", STAT: "-ERR locked\r\n" },
      "wrong_answer",
      "The server does not open the mailbox: locked"
    ]
  ] as const)("over %s with %j is %s", async (protocol, answers, outcome, message) => {
    const own = { EHLO: "250 mx\r\n", "a1 CAPABILITY": "a1 OK\r\n", CAPA: "-ERR\r\n", ...answers }
    const seen: Array<string> = []
    const target = await mailServer("wrong.example.com", protocol, { answer: answerOf(protocol, own) }, seen)
    const found = await lab.probe.protocol({ type: protocol, target, tls: "never", login })
    expect([found.outcome, found.message]).toEqual([outcome, message])
    expect(seen.at(-1)).toMatch(/QUIT|LOGOUT/u)
    expect(JSON.stringify(found)).not.toContain(login.password)
  })

  it("sends no password to an IMAP server that forbids logins (RFC 9051 section 6.2.3)", async () => {
    const seen: Array<string> = []
    const target = await mailServer("disabled.example.com", "imap", {}, seen)
    expect(await lab.probe.protocol({ type: "imap", target, tls: "never", login })).toMatchObject({
      outcome: "login_refused",
      message: "The server does not allow logins over this connection."
    })
    expect(seen).toEqual(["a1 CAPABILITY", "a9 LOGOUT"])
  })

  it.each([
    ["smtp", { EHLO: "250 mx\r\n", AUTH: `500 unknown command: AUTH PLAIN ${plain}\r\n` }],
    ["imap", { "a1 CAPABILITY": "a1 OK\r\n", "a3 LOGIN": 'a3 BAD LOGIN "mon" "p\\"\\\\é"\r\n' }],
    ["pop3", { USER: "+OK\r\n", PASS: `-ERR unknown command: PASS ${login.password}\r\n` }]
  ] as const)("over %s shows no password that the server repeats", async (protocol, answers) => {
    const target = await mailServer("echo.example.com", protocol, { answer: answerOf(protocol, answers) })
    const found = await lab.probe.protocol({ type: protocol, target, tls: "never", login })
    expect(found).toMatchObject({ outcome: "login_refused", message: expect.stringContaining("[hidden]") })
    for (const form of [login.password, plain, 'p\\"\\\\é']) expect(found.message).not.toContain(form)
  })

  it("waits for TLS, and asks for the capabilities again", async () => {
    const seen: Array<string> = []
    let asked = 0
    const answer = answerOf("smtp", { AUTH: "235 go on\r\n" })
    const target = await mailServer(
      "both.example.com",
      "smtp",
      { answer: (line) => (line.startsWith("EHLO") && ++asked === 2 ? "250-mx\r\n250 AUTH PLAIN\r\n" : answer(line)) },
      seen
    )
    expect(await lab.probe.protocol({ type: "smtp", target, login })).toMatchObject({ outcome: "ok" })
    expect(seen.map((line) => line.split(" ")[0])).toEqual(["EHLO", "STARTTLS", "EHLO", "AUTH", "QUIT"])
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
