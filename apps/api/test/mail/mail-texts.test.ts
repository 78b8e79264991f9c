// The parts that the service reads from a message: the subject, the text and the Message-ID.
import { describe, expect, it } from "vitest"
import { htmlText } from "../../src/mail/htmlText.ts"
import { readMail } from "../../src/mail/mailJobs.ts"

const read = (message: string) => readMail(Buffer.from(message.replaceAll("\n", "\r\n"), "utf8"))

describe("a message", () => {
  it("has its subject and its text, decoded", async () => {
    const message = `Message-ID: <1@shop.example>
Subject: =?utf-8?B?U2ljaGVydW5nIGZlcnRpZw==?= =?iso-8859-1?Q?_=FCber_Nacht?=
MIME-Version: 1.0
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

L=E4uft: 3 =3D 3
`
    expect(await read(message)).toEqual({
      subject: "Sicherung fertig über Nacht",
      text: "Läuft: 3 = 3\n",
      messageId: "<1@shop.example>"
    })
  })

  it("has the text of its HTML if it has no other", async () => {
    const html = "<html><style>p { color: red }</style><p>Backup <b>failed</b>:&nbsp;3 &lt; 4</p></html>"
    expect(await read(`Subject: a\nContent-Type: text/html\n\n${html}`)).toMatchObject({
      text: "Backup failed : 3 < 4"
    })
    const both = `Subject: a
Content-Type: multipart/alternative; boundary=b

--b
Content-Type: text/plain

plain
--b
Content-Type: text/html

<p>other</p>
--b--
`
    expect(await read(both)).toMatchObject({ text: "plain\n" })
  })

  it.each([
    ["nothing", ""],
    ["only a text", "\nhello"],
    ["no end of its parts", "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nhello"],
    ["an unknown character set", "Content-Type: text/plain; charset=klingon\n\nhello"],
    ["broken base64", "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n!!!=???"],
    ["NUL", "Subject: a\u0000b\n\nc\u0000d"],
    ["a header with the name of a member of every object", "__proto__: 1\nconstructor: 2\n\nhello"]
  ])("with %s is read", async (_, message) => {
    expect(await read(message)).toMatchObject({
      subject: expect.any(String),
      text: expect.any(String),
      messageId: null
    })
  })

  it("with too many nested parts or too long headers is refused", async () => {
    const nested = Array.from(
      { length: 100 },
      (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\n\n--b${level}\n`
    )
    expect(await read(nested.join(""))).toBeNull()
    expect(await read(`${"X-Header: value\n".repeat(60_000)}\nhello`)).toBeNull()
  })
})

describe("the text of HTML", () => {
  it.each([
    ["a<br>b", "a b"],
    ["<script>x</script >y", "y"],
    ["<SCRIPT>a<b>c</SCRIPT>d", "d"],
    ["&#x41;&#66;&euro;&amp;lt; &#9999999;", "AB&euro;&lt; \uFFFD"],
    ["<", ""],
    ["no tags", "no tags"],
    ["5 < 6 & 7", "5 6 & 7"]
  ])("of %j is %j", (html, text) => expect(htmlText(html)).toBe(text))

  it("takes no more time for tags that do not end", () => {
    expect(htmlText("<".repeat(1_000_000))).toBe("")
    expect(htmlText("&".repeat(1_000_000))).toHaveLength(1_000_000)
  })
})
