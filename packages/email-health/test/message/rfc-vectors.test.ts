import { describe, expect, test } from "vitest"
import { bodyCanonicalizer, canonicalizeField } from "../../src/message/dkim/canonicalize.ts"
import { checkMessage } from "../../src/message/index.ts"

const crlf = (text: string): string => text.replaceAll("\n", "\r\n")

const BODY = "\nHi.\n\nWe lost the game.  Are you hungry yet?\n\nJoe.\n"
const HEADERS = `From: Joe SixPack <joe@football.example.com>
To: Suzie Q <suzie@shopping.example.net>
Subject: Is dinner ready?
Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)
Message-ID: <20030712040037.46341.5F8J@football.example.com>
`

/** RFC 8463 appendix A.3. */
const TWO_ALGORITHMS = crlf(`DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=brisbane; t=1528637909; h=from : to :
 subject : date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11Bus
 Fa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==
DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=test; t=1528637909; h=from : to : subject :
 date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=F45dVWDfMbQDGHJFlXUNB2HKfbCeLRyhDXgFpEL8GwpsRe0IeIixNTe3
 DhCVlUrSjV4BwcVcOF6+FF3Zo9Rpo1tFOeS9mPYQTnGdaSGsgeefOsk2Jz
 dA+L10TeYt9BgDfQNZtKdN1WO//KgIqXP7OdEFE4LjFYNcUxZQ4FADY+8=
${HEADERS}${BODY}`)

/** RFC 8463 appendix A.2. */
const KEYS = {
  "brisbane._domainkey.football.example.com": {
    TXT: ["v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="]
  },
  "test._domainkey.football.example.com": {
    TXT: [
      "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDkHlOQoBTzWRiGs5V6NpP3idY6Wk08a5qhdR6wy5bdOKb2jLQiY/J16JYi0Qvx/byYzCNb3W91y3FutACDfzwQ/BC/e/8uBsCR+yz1Lxj+PL6lHvqMKrM3rG4hstT5QjvHO9PzoxZyVYLzBfO2EeC3Ip3G+2kryOTIKT+l/K4w3QIDAQAB"
    ]
  }
}

/** RFC 6376 appendix A.2, with the body of its erratum. */
const SIMPLE = crlf(`DKIM-Signature: v=1; a=rsa-sha256; s=brisbane; d=example.com;
      c=simple/simple; q=dns/txt; i=joe@football.example.com;
      h=Received : From : To : Subject : Date : Message-ID;
      bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
      b=AuUoFEfDxTDkHlLXSZEpZj79LICEps6eda7W3deTVFOk4yAUoqOB
      4nujc7YopdG5dWLSdNg6xNAZpOPr+kHxt1IrE+NahM6L/LbvaHut
      KVdkLLkpVaVVQPzeRDI009SO2Il5Lu7rDNH6mZckBdrIx0orEtZV
      4bmp/YzhwvcubU4=;
Received: from client1.football.example.com  [192.0.2.1]
      by submitserver.example.com with SUBMISSION;
      Fri, 11 Jul 2003 21:01:54 -0700 (PDT)
${HEADERS}${BODY.replace(".  ", ". ")}`)

/** RFC 6376 appendix C. */
const BRISBANE =
  "v=DKIM1; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDwIRP/UC3SBsEmGqZ9ZJW3/DkMoGeLnQg1fWn7/zYtIxN2SnFCjxOCKG9v3b4jYfcTNh5ijSsq631uBItLa7od+v/RtdC2UzJ1lWT947qR+Rcac2gbto/NMqJ0fzfVjH4OuKhitdY9tf6mcwGjaNBcWToIMmPSPDdQPNUYckcQ2QIDAQAB"

describe("RFC 8463 appendix A", () => {
  test("both signatures of the example pass", async () => {
    const { dkim } = await checkMessage(TWO_ALGORITHMS, { zone: KEYS })
    expect(dkim.signatures.map(({ algorithm, keyBits, status }) => ({ algorithm, keyBits, status }))).toEqual([
      { algorithm: "ed25519-sha256", keyBits: 256, status: "pass" },
      { algorithm: "rsa-sha256", keyBits: 1024, status: "pass" }
    ])
  })

  test("the same message stored with LF line ends passes", async () => {
    expect((await checkMessage(TWO_ALGORITHMS.replaceAll("\r\n", "\n"), { zone: KEYS })).dkim.status).toBe("pass")
  })

  test("a further Subject or From breaks the signatures, because they name these headers twice", async () => {
    for (const added of ["Subject: Win\r\n", "From: a@evil.example\r\n"]) {
      const { dkim } = await checkMessage(added + TWO_ALGORITHMS, { zone: KEYS })
      expect(dkim.signatures.map(({ reason }) => reason)).toEqual(["headers_changed", "headers_changed"])
    }
  })
})

test("RFC 6376 appendix A.2 passes with simple canonicalization, and one more blank breaks it", async () => {
  const zone = { "brisbane._domainkey.example.com": { TXT: [BRISBANE] } }
  const { dkim } = await checkMessage(SIMPLE, { zone })
  expect(dkim.signatures).toMatchObject([{ status: "pass", canonicalization: "simple/simple", domain: "example.com" }])
  const changed = await checkMessage(SIMPLE.replace("Is dinner", "Is  dinner"), { zone })
  expect(changed.dkim.signatures).toMatchObject([{ status: "fail", reason: "headers_changed" }])
  const body = await checkMessage(SIMPLE.replace("the game.", "the  game."), { zone })
  expect(body.dkim.signatures).toMatchObject([{ status: "fail", reason: "body_changed" }])
})

describe("RFC 6376 section 3.4", () => {
  const body = Buffer.from(" C \r\nD \t E\r\n\r\n\r\n")

  test("canonicalizes header fields as the example of section 3.4.5", () => {
    expect(canonicalizeField("A: X", "relaxed")).toBe("a:X")
    expect(canonicalizeField("B : Y\t\r\n\tZ  ", "relaxed")).toBe("b:Y Z")
    expect(canonicalizeField("B : Y\t\r\n\tZ  ", "simple")).toBe("B : Y\t\r\n\tZ  ")
  })

  test("canonicalizes the body as the example of section 3.4.5", () => {
    expect(bodyCanonicalizer(body)("relaxed").toString()).toBe(" C\r\nD E\r\n")
    expect(bodyCanonicalizer(body)("simple").toString()).toBe(" C \r\nD \t E\r\n")
  })

  test.each([
    ["", "\r\n", ""],
    ["\r\n\r\n", "\r\n", ""],
    [" \t\r\n", " \t\r\n", ""],
    ["text", "text\r\n", "text\r\n"],
    ["text \t", "text \t\r\n", "text\r\n"]
  ])("the body %j is %j and %j", (text, simple, relaxed) => {
    const canonical = bodyCanonicalizer(Buffer.from(text))
    expect([canonical("simple").toString(), canonical("relaxed").toString()]).toEqual([simple, relaxed])
  })
})
