import { MAX_MESSAGE_OCTETS } from "../../src/message/index.ts"

const room = (text: string): number => MAX_MESSAGE_OCTETS - text.length
const filled = (head: string, filler: string, tail = ""): string =>
  head + filler.repeat(Math.floor(room(head + tail) / filler.length)) + tail

const HEAD = "From: a@example.com\r\n"
const signature = (more: string) =>
  `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=example.com; s=s1; h=from; bh=AAAA; b=AAAA; ${more}\r\n`

const HTML = `${HEAD}MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n`

const nested = (depth: number): string => {
  const open = Array.from(
    { length: depth },
    (_, index) => `Content-Type: multipart/mixed; boundary=b${index}\r\n\r\n--b${index}\r\n`
  )
  return `${HEAD}${open.join("")}Content-Type: text/plain\r\n\r\nx`
}

/** Messages of up to 1 MiB, by name, that are designed to cost time or memory. */
export const hostileMessages: Readonly<Record<string, () => string>> = {
  "100,000 header fields": () => filled(HEAD, "X-A: b\r\n", "\r\nbody"),
  "100,000 signatures": () => filled(HEAD, signature(""), "\r\nbody"),
  "100,000 ARC sets": () => filled(HEAD, "ARC-Seal: i=1; cv=none; a=rsa-sha256\r\n", "\r\nbody"),
  "100,000 Received fields": () => filled(HEAD, "Received: from a ([192.0.2.1]) by b.example\r\n", "\r\nbody"),
  "a header line of 1 MiB": () => filled(`${HEAD}Subject: `, "x", "\r\n\r\nbody"),
  "a header of blanks": () => filled(`${HEAD}Subject: `, " \t", "x\r\n\r\nbody"),
  "a header of folded lines": () => filled(`${HEAD}Subject: x`, "\r\n ", "x\r\n\r\nbody"),
  "a body of blanks": () => filled(`${signature("")}${HEAD}\r\n`, " \t", "x"),
  "a body of empty lines": () => filled(`${signature("")}${HEAD}\r\n`, "\r\n", "x"),
  "a body of line ends": () => filled(`${signature("")}${HEAD}\r\n`, "\n"),
  "ten signatures of a large body": () =>
    filled(
      `${Array.from({ length: 10 }, (_, index) => signature(`l=${900_000 + index};`)).join("")}${HEAD}\r\n`,
      "x \r\n"
    ),
  "a signature with 100,000 tags": () => filled(`DKIM-Signature: v=1; `, "a=b; ", `\r\n${HEAD}\r\nbody`),
  "a signature of semicolons": () => filled(`DKIM-Signature: `, ";", `\r\n${HEAD}\r\nbody`),
  "a signature that names 100,000 fields": () =>
    filled(signature("").replace("h=from;", "h="), "from:", `; x=1\r\n${HEAD}\r\nbody`),
  "a From of opening brackets": () => filled("From: ", "<", "\r\n\r\nbody"),
  "a From of quotes": () => filled("From: ", '"\\', "\r\n\r\nbody"),
  "a From of comments": () => filled("From: ", "(", "\r\n\r\nbody"),
  "a From of addresses": () => filled("From: ", "a@example.com,", "\r\n\r\nbody"),
  "a From of at signs": () => filled("From: ", "a@", "\r\n\r\nbody"),
  "a subject of encoded words": () => filled(`${HEAD}Subject: `, "=?utf-8?B?YQ==?= ", "\r\n\r\nbody"),
  "a subject of unfinished words": () => filled(`${HEAD}Subject: `, "=?", "\r\n\r\nbody"),
  "an unsubscribe header of addresses": () => filled(`${HEAD}List-Unsubscribe: `, "<https://a>,", "\r\n\r\nbody"),
  "10,000 levels of multipart": () => nested(10_000),
  "100,000 parts": () => filled(`${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n`, "--b\r\n\r\n\r\n", "--b--"),
  "boundaries that almost match": () =>
    filled(`${HEAD}Content-Type: multipart/mixed; boundary=${"-".repeat(70)}\r\n\r\n`, "-", "x"),
  "levels that share one boundary": () =>
    filled(
      `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n`,
      "--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
    ),
  "a Content-Type of parameters": () => filled(`${HEAD}Content-Type: text/plain`, "; a=b", "\r\n\r\nbody"),
  "an encoded bomb": () =>
    filled(`${HEAD}Content-Type: application/zip\r\nContent-Transfer-Encoding: base64\r\n\r\n`, "UEsDBBQA\r\n"),
  "an HTML part of links": () => filled(HTML, '<a href="https://evil.example">bank.example</a>'),
  "an HTML part of links to different hosts": () =>
    HTML + Array.from({ length: 10_000 }, (_, at) => `<a href="https://h${at}.test">b${at}.example</a>`).join(""),
  "an HTML part of open links": () => filled(HTML, "<a "),
  "an HTML part of open attributes": () => filled(`${HTML}<a `, `x="'`),
  "an HTML part of attributes without a value": () => filled(`${HTML}<a `, "x   "),
  "an HTML part of open comments": () => filled(HTML, "<!--"),
  "a link of open tags": () => filled(`${HTML}<a href=https://evil.example>`, "<"),
  "a link of dots": () => filled(`${HTML}<a href=https://evil.example>`, "a.", "</a>"),
  "links of dots": () => filled(HTML, `<a href=https://evil.example>${"a.".repeat(1_000)}</a>`),
  "links of references": () => filled(HTML, `<a href=https://evil.example>${"&#46;".repeat(1_000)}</a>`),
  "an HTML part of equals signs": () =>
    filled(HTML.replace("\r\n\r\n", "\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"), "=41=zz="),
  "HTML parts of links": () =>
    filled(
      `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n`,
      `--b\r\nContent-Type: text/html\r\n\r\n${"<a href=//e.test>b.test</a>".repeat(200)}\r\n`,
      "--b--"
    ),
  "only NUL": () => "\0".repeat(MAX_MESSAGE_OCTETS),
  "only colons": () => ":".repeat(MAX_MESSAGE_OCTETS)
}
