import type { Random } from "./Random.ts"

const FIELDS = [
  "From",
  "To",
  "Subject",
  "Date",
  "Message-ID",
  "Content-Type",
  "Content-Disposition",
  "Content-Transfer-Encoding",
  "List-Unsubscribe",
  "List-Unsubscribe-Post",
  "DKIM-Signature",
  "ARC-Seal",
  "ARC-Message-Signature",
  "ARC-Authentication-Results",
  "Received",
  "Return-Path",
  "MIME-Version",
  "constructor",
  "__proto__"
]

const VALUES = [
  "Ada <ada@example.com>",
  '"a\\" <b@c>, (d (e) f) g@h.example',
  "=?utf-8?q?=E2=80?= =?utf-8?q?=AE?= <b@c.example>",
  "=?constructor?B?YQ==?=",
  "=?utf-16?b?//8=?=",
  "Thu, 31 Feb 2026 25:61:61 +9999 (a (b))",
  "multipart/mixed; boundary=b",
  'multipart/alternative; boundary="b\\"',
  "message/rfc822",
  "text/html; charset=__proto__",
  "attachment; filename*0*=utf-8''a%ff; filename*1=.exe",
  "base64",
  "quoted-printable",
  "x-constructor",
  "(Leave) <https://a.example/u>, <mailto:a@b>",
  "List-Unsubscribe=One-Click",
  "v=1; a=rsa-sha256; c=relaxed/simple; d=example.com; s=s1; h=from:from; bh=AAAA; b=AAAA; l=99999999999999999999",
  "i=1; cv=none; a=rsa-sha256; d=example.com; s=s1; b=AA==",
  "i=1; example.com; spf=pass; dkim=constructor",
  "from a (b [192.0.2.1]) by c; Thu, 1 Oct 2026 09:00:00 +0200"
]

const end = (random: Random): string => random.pick(["\r\n", "\r\n", "\r\n", "\n", "\r"])

const fields = (random: Random): string =>
  random
    .list(10, () => {
      const value = random.chance(0.75) ? random.pick(VALUES) : random.text(60)
      return `${random.pick(FIELDS)}${random.pick([": ", ":", " : ", ""])}${value}${random.pick(["", "", "\r\n\t"])}${end(random)}`
    })
    .join("")

const part = (random: Random, depth: number): string => {
  const inside =
    depth > 4 || random.chance(0.4) ? random.text(80) : random.list(3, () => part(random, depth + 1)).join("")
  return `${random.pick(["--b", "--b", "--b--", "--", ""])}${end(random)}${fields(random)}${end(random)}${inside}${end(random)}`
}

/** Returns a message with damaged headers and parts. The message has at least one octet. */
export const messageBytes = (random: Random): Buffer => {
  const text = `${fields(random)}${end(random)}${random.list(3, () => part(random, 0)).join("")}`
  const bytes = Buffer.from(text, random.chance(0.8) ? "utf8" : "latin1")
  return random.chance(0.1) ? bytes.subarray(0, 1 + random.whole(bytes.length)) : bytes
}
