import type { Socket } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { MailRoundTripRequest } from "../src/index.ts"
import { authenticationOf, hopsOf } from "../src/service/mailRoundTrip/messageHeader.ts"
import { probeMailRoundTrip } from "../src/service/mailRoundTrip/probeMailRoundTrip.ts"
import { answerLines, makeServiceLab, type ServiceLab } from "./serviceLab.ts"

let lab: ServiceLab
beforeAll(async () => {
  lab = await makeServiceLab()
})
afterAll(() => lab.close())

const HEADER = [
  "Return-Path: <probe@example.com>",
  "Received: from mx.example.net (mx.example.net [192.0.2.2])",
  "\tby imap.example.net (Dovecot) with LMTP id abc",
  "\tfor <inbox@example.net>; Mon, 30 Nov 2026 12:00:07 +0000",
  "Authentication-Results: mx.example.net;",
  " spf=pass (sender is (really) allowed) smtp.mailfrom=example.com;",
  " dkim=fail header.d=other.example; dkim=pass header.d=example.com;",
  " dmarc=none",
  "Received: from out.example.com (out.example.com [192.0.2.1]) by mx.example.net (Postfix) with ESMTPS id 1;",
  " Mon, 30 Nov 2026 13:00:05 +0100 (CET)",
  "Authentication-Results: forged.example; spf=fail; dmarc=pass",
  "Received: by out.example.com with SMTP; not a time",
  "Subject: Test",
  ""
].join("\r\n")

describe("the header of a message", () => {
  it("has the servers in order, with the times between them", () => {
    expect(hopsOf(HEADER)).toEqual([
      { by: "out.example.com", with: "SMTP", at: null, delayMs: null },
      { by: "mx.example.net", with: "ESMTPS", at: Date.UTC(2026, 10, 30, 12, 0, 5), delayMs: null },
      { by: "imap.example.net", with: "LMTP", at: Date.UTC(2026, 10, 30, 12, 0, 7), delayMs: 2_000 }
    ])
    expect(hopsOf("Received: \r\nReceived: nonsense")).toHaveLength(2)
  })

  it("has the results of the receiving server, and not those that the sender wrote", () => {
    expect(authenticationOf(HEADER)).toEqual({ spf: "pass", dkim: "pass", dmarc: "none" })
    expect(authenticationOf("Subject: none")).toEqual({})
  })
})

/** A mail server that puts every message into a folder after a number of searches. */
const openMailbox = async (
  options: { readonly folder?: string; readonly after?: number; readonly refuses?: string } = {}
) => {
  const { after = 1, folder = "INBOX", refuses } = options
  const seen: Array<string> = []
  let searches = 0
  let content: string | null = null
  const smtp = (socket: Socket) => {
    let isData = false
    let lines: Array<string> = []
    socket.write("220 mx\r\n")
    answerLines(socket, (line) => {
      if (isData && line !== ".") {
        lines.push(line)
        return null
      }
      if (isData) {
        isData = false
        content = lines.join("\r\n")
        lines = []
        return "250 queued as 7\r\n"
      }
      seen.push(line)
      if (refuses !== undefined && line.startsWith(refuses)) return "550 no thanks\r\n"
      isData = line === "DATA"
      return isData ? "354 go\r\n" : "250 fine\r\n"
    })
  }
  const imap = (socket: Socket) => {
    let open = ""
    socket.write("* OK hello\r\n")
    answerLines(socket, (line) => {
      seen.push(line)
      const [tag = "", ...words] = line.split(" ")
      const text = words.join(" ")
      if (text === "CAPABILITY") return `* CAPABILITY IMAP4rev1 UIDPLUS\r\n${tag} OK\r\n`
      if (text.startsWith("LOGIN") && refuses === "LOGIN") return `${tag} NO wrong\r\n`
      if (text.startsWith("SELECT")) {
        open = text.slice(8, -1)
        if (open === "INBOX") searches += 1
        return `* 3 EXISTS\r\n${tag} OK\r\n`
      }
      if (text.startsWith("UID SEARCH")) {
        const id = /<.*>/u.exec(text)?.[0] ?? ""
        const isThere = searches >= after && open === folder && content?.includes(`Message-ID: ${id}`) === true
        return `* SEARCH${isThere ? " 42" : ""}\r\n${tag} OK\r\n`
      }
      if (text.startsWith("UID FETCH"))
        return `* 3 FETCH (UID 42 BODY[HEADER] {${HEADER.length}}\r\n${HEADER})\r\n${tag} OK\r\n`
      return `${tag} OK\r\n`
    })
  }
  return {
    seen,
    content: () => content ?? "",
    send: await lab.listen("mx.example.net", smtp),
    receive: await lab.listen("imap.example.net", imap)
  }
}

type Mailbox = Awaited<ReturnType<typeof openMailbox>>

/** Waits less than the shortest time that a request may name. */
const travel = ({ receive, send }: Mailbox, more: Partial<MailRoundTripRequest> = {}) =>
  probeMailRoundTrip(
    lab.ports,
    {
      send: { target: send },
      from: "probe@example.com",
      to: "inbox@example.net",
      receive: { target: receive, tls: "never", login: { username: "inbox", password: "hidden word" } },
      withinMs: 1_500,
      ...more
    },
    {}
  )

describe("a round trip of a message", () => {
  it("sends a message, finds it, reads its header, and deletes only this message", async () => {
    const box = await openMailbox({ after: 2 })
    const found = await travel(box, { expect: { spf: "pass", dkim: "pass" } })
    expect([found.message, found.outcome]).toEqual([null, "ok"])
    expect(found).toMatchObject({
      failedPart: null,
      accepted: "queued as 7",
      folder: "INBOX",
      authentication: { spf: "pass", dkim: "pass", dmarc: "none" },
      hops: [{ by: "out.example.com" }, { by: "mx.example.net" }, { by: "imap.example.net" }]
    })
    expect(found.deliveredMs).toBeGreaterThan(0)
    expect(found.send?.timings.connectUs).toBeGreaterThan(0)
    expect(found.receive?.timings.connectUs).toBeGreaterThan(0)
    expect(box.content()).toContain("Auto-Submitted: auto-generated\r\n")
    expect(box.seen.filter((line) => /^(?:MAIL|RCPT)|STORE|EXPUNGE|LOGIN/u.test(line))).toEqual([
      "MAIL FROM:<probe@example.com>",
      "RCPT TO:<inbox@example.net>",
      'a3 LOGIN "inbox" "hidden word"',
      'a3 LOGIN "inbox" "hidden word"',
      "b0 UID STORE 42 +FLAGS.SILENT (\\Deleted)",
      "b0 UID EXPUNGE 42"
    ])
  })

  it.each([
    [{ folder: "Junk" }, {}, "wrong_answer", "delivery", "The message arrived in the folder Junk."],
    [
      {},
      { expect: { dmarc: "pass" } },
      "wrong_answer",
      "delivery",
      "The receiving server must report dmarc=pass, but it reports none."
    ],
    [{ refuses: "RCPT" }, {}, "service_refused", "send", "The server refuses messages to inbox@example.net: no thanks"],
    [{ refuses: "DATA" }, {}, "service_refused", "send", "The server refuses the message: no thanks"],
    [{ refuses: "LOGIN" }, {}, "login_refused", "receive", "The server refuses the login: wrong"],
    [{ after: 99 }, {}, "header_timeout", "delivery", "The message did not arrive within 1.5 seconds."]
  ] as const)("with %j and %j is %s", async (options, more, outcome, failedPart, message) => {
    const found = await travel(await openMailbox(options), more)
    expect([found.outcome, found.failedPart, found.message]).toEqual([outcome, failedPart, message])
    expect(JSON.stringify(found)).not.toContain("hidden word")
  })

  it("is the check of a service, whose response time is the time until the message has arrived", async () => {
    const box = await openMailbox()
    const request = {
      type: "mailRoundTrip",
      send: { target: box.send },
      from: "probe@example.com",
      to: "inbox@example.net",
      receive: { target: box.receive, tls: "never", login: { username: "inbox", password: "hidden word" } },
      authentication: { spf: "pass" },
      timeoutMs: 20_000
    } as const
    const found = await lab.probe.check({ ...request, expect: [{ ipVersion: 4 }] })
    expect([found.message, found.outcome]).toEqual([null, "ok"])
    expect(found).toMatchObject({
      url: `mailRoundTrip://${box.send}/${box.receive}`,
      verdict: "up",
      heardFromServer: true,
      certificate: null,
      expectations: [{ holds: true }],
      found: {
        accepted: "queued as 7",
        folder: "INBOX",
        spf: "pass",
        dmarc: "none",
        hops: ["out.example.com (SMTP)", "mx.example.net (ESMTPS)", "imap.example.net (LMTP) +2 s"]
      }
    })
    expect(found.totalUs).toBe(Number(found.found["deliveredMs"]) * 1_000)
    const slow = await lab.probe.check({ ...request, expect: [{ ipVersion: 6 }] })
    expect(slow).toMatchObject({ verdict: "down", outcome: "expectation_failed" })
    const wrong = await lab.probe.check({ ...request, authentication: { dmarc: "pass" } })
    expect(wrong.failedUrl).toBeUndefined()
    expect(wrong).toMatchObject({ outcome: "wrong_answer", totalUs: null, found: { folder: "INBOX" } })
    expect(JSON.stringify([found, slow, wrong])).not.toContain("hidden word")
  })

  it("as the check of a service says what it knows if a server does not answer", async () => {
    const box = await openMailbox()
    const closed = await lab.listen("closed.example.net", (socket) => socket.destroy())
    const request = {
      type: "mailRoundTrip",
      from: "probe@example.com",
      to: "inbox@example.net",
      send: { target: closed },
      receive: { target: box.receive },
      timeoutMs: 2_000
    } as const
    const unsent = await lab.probe.check(request)
    expect(unsent).toMatchObject({ outcome: "closed_unanswered", bytesReceived: 0, found: {} })
    expect(unsent.failedUrl).toBe(`smtp://${closed}`)
    const unread = await lab.probe.check({ ...request, send: { target: box.send }, receive: { target: closed } })
    expect(unread).toMatchObject({ outcome: "closed_unanswered", bytesReceived: 0, found: { accepted: "queued as 7" } })
    expect(unread.failedUrl).toBe(`imap://${closed}`)
  })

  it("ends with the reason of its signal while it waits", async () => {
    const box = await openMailbox({ after: 99 })
    const stop = new AbortController()
    const running = lab.probe.mailRoundTrip(
      {
        send: { target: box.send },
        from: "a@example.com",
        to: "b@example.com",
        receive: { target: box.receive },
        withinMs: 60_000
      },
      stop.signal
    )
    await lab.whenOpen(0)
    stop.abort(new Error("enough"))
    await expect(running).rejects.toThrow("enough")
  })

  it.each([
    [{ from: "a\r\nb@example.com" }, "request.from must be an email address"],
    [{ withinMs: 1 }, "request.withinMs must be"],
    [{ receive: { target: "a", folders: ["a\r\nb"] } }, "request.receive.folders[0] must be the name of a folder"],
    [{ expect: { spf: "p=q" } }, "request.expect.spf must be a result"]
  ])("refuses %j", async (wrong, message) => {
    const request = { send: { target: "a" }, from: "a@example.com", to: "b@example.com", receive: { target: "a" } }
    await expect(lab.probe.mailRoundTrip({ ...request, ...wrong })).rejects.toThrow(message)
  })
})
