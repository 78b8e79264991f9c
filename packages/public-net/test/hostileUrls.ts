import type { UrlRejectionReason } from "../src/index.ts"

const addresses = [
  "http://127.0.0.1/",
  "127.0.0.1",
  "127.0.0.1:8080",
  "http://127.1/",
  "http://127.0.1/",
  "http://2130706433/",
  "2130706433",
  "http://0x7f000001/",
  "http://0x7f.0.0.1/",
  "http://0x7f.1",
  "http://0177.0.0.1/",
  "http://017700000001/",
  "http://0177.0x0.0.1/",
  "http://0/",
  "http://0.0.0.0/",
  "http://0x0/",
  "http://127.0.0.1./",
  "http://0x7f.0x000000001/",
  "http://１２７.０.０.１/",
  "http://127。0。0。1/",
  "http://127．0．0．1/",
  "http://127｡0｡0｡1/",
  "http://①②⑦.0.0.1/",
  "http://𝟏𝟐𝟕.0.0.1/",
  "http://%31%32%37.0.0.1/",
  "http://127%2e0%2e0%2e1/",
  "http://169.254.169.254/latest/meta-data/",
  "http://2852039166/",
  "http://0xa9fea9fe/",
  "http://0251.0376.0251.0376/",
  "http://169.254.43518/",
  "http://9.9.9.9/",
  "http://[::1]/",
  "http://[::]/",
  "[::1]",
  "http://[::1]:8080/",
  "http://[0:0:0:0:0:0:0:1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[::ffff:7f00:1]/",
  "http://[::127.0.0.1]/",
  "http://[64:ff9b::127.0.0.1]/",
  "http://[64:ff9b::a9fe:a9fe]/",
  "http://[2002:7f00:1::]/",
  "http://[fd00:ec2::254]/",
  "http://[fe80::1]/",
  "http://[2606:4700:4700::1111]/",
  "http://127.0.\u00ad0.1/",
  "http://12\u200b7.0.0.1/",
  "http:////127.0.0.1/",
  "https:///127.0.0.1"
] as const

const specialNames = [
  "localhost",
  "http://localhost:3000/",
  "http://LOCALHOST/",
  "localhost.",
  "http://foo.localhost/",
  "http://lo\u00adcalhost/",
  "http://ｌｏｃａｌｈｏｓｔ/",
  "http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/",
  "http://printer.local/",
  "http://db.internal/",
  "http://metadata.google.internal/computeMetadata/v1/",
  "http://site.test/",
  "http://site.example/",
  "http://site.invalid/",
  "http://expyuzz4wqqyqhjn.onion/",
  "http://router.home.arpa/",
  "http://1.0.0.127.in-addr.arpa/",
  "http://x.alt/",
  "http://db。internal/",
  "http://db.internal./"
] as const

const unknownTlds = [
  "http://foo.unknowntld/",
  "server.lan",
  "http://nas.home/",
  "http://mail.corp/",
  "http://svc.cluster.locals/",
  "http://a.b.c.d.e.nosuchtld/",
  "x.localdomain"
] as const

const singleLabels = [
  "http://intranet/",
  "router",
  "https://com/",
  "http://kubernetes:443/",
  "xn--p1ai",
  "http://xn--/",
  "https://https:/example.com",
  "-"
] as const

const userinfos = [
  "http://user:password@example.com/",
  "https://user@example.com",
  "https://@example.com/",
  "https://:@example.com/",
  "https://:secret@example.com/",
  "example.com@127.0.0.1",
  "https://example.com@evil.com/",
  "https://example.com%40evil.com@127.0.0.1/",
  "https://example.com:443@127.0.0.1/",
  "mailto:somebody@example.com",
  "https://a@b@example.com/",
  "http://example.com%2f@evil"
] as const

const schemes = [
  "ftp://example.com/",
  "file:///etc/passwd",
  "gopher://example.com/",
  "ws://example.com/",
  "javascript://example.com/%0aalert(1)",
  "data://text/html,x",
  "blob:https://example.com/x",
  "view-source:https://example.com/",
  "ssh://example.com",
  "jar:http://example.com!/",
  "httpss://example.com"
] as const

const malformed = [
  "http://",
  "https://:443/",
  "http://[::1",
  "http://::1/",
  "http://[fe80::1%25eth0]/",
  "http://[fe80::1%eth0]/",
  "http://exa mple.com/",
  "http://example.com:99999/",
  "http://example.com:80a/",
  "http://exa<mple.com/",
  "http://example.com%00.evil.com/",
  "http://256.256.256.256/",
  "http://1.2.3.4.5/",
  "http://127.0.0.08/",
  "javascript:alert(1)",
  "data:text/html,x",
  "http://a.b%5c.com/",
  "https://?",
  "://example.com",
  "example.com/?next=https://example.org/",
  "http://0x100000000/"
] as const

const badNames = [
  "http://.example.com/",
  "http://example..com/",
  "https://example.com../",
  "http://exa!mple.com/",
  "http://a,b.com/",
  "http://*.example.com/",
  "http://example.com;evil.com/",
  "http://$(id).example.com/"
] as const

const backslashes = [
  "http:\\\\127.0.0.1\\",
  "https://example.com\\@127.0.0.1/",
  "https://127.0.0.1\\.example.com/",
  "\\\\example.com\\share",
  "https:/\\example.com"
] as const

const controls = [
  "http://exam\tple.com/",
  "http://127.0.0.1\n.example.com/",
  "ht\ntp://example.com/",
  "https://example.com/\r\nHost: evil",
  "http://example.com\u0000.evil.com/",
  "https://example.com/\u007f"
] as const

const rows = (
  texts: ReadonlyArray<string>,
  reason: UrlRejectionReason
): ReadonlyArray<readonly [string, UrlRejectionReason]> => texts.map((text) => [text, reason])

export const HOSTILE_URLS: ReadonlyArray<readonly [string, UrlRejectionReason]> = [
  ...rows(addresses, "ip_literal"),
  ...rows(specialNames, "special_use"),
  ...rows(unknownTlds, "unknown_tld"),
  ...rows(singleLabels, "single_label"),
  ...rows(userinfos, "userinfo"),
  ...rows(schemes, "scheme"),
  ...rows(malformed, "malformed"),
  ...rows(badNames, "bad_name"),
  ...rows(backslashes, "backslash"),
  ...rows(controls, "control_character"),
  ...rows(["", " ", "\t\n"], "empty"),
  ...rows(["http://example.com:0/"], "port"),
  ["//example.com", "malformed"],
  ["///example.com", "malformed"],
  ["https:////example.com", "malformed"],
  ["http:///example.com/", "malformed"],
  ["-a.com", "bad_name"],
  ["a-.com", "bad_name"],
  ["-.com", "bad_name"],
  ["-a.example.com", "bad_name"],
  ["shop.-a.example.com", "bad_name"],
  ["shop.a-.example.com", "bad_name"],
  ["a_b.com", "bad_name"],
  ["_a.com", "bad_name"],
  ["shop.a_b.co.uk", "bad_name"],
  ["a..example.com", "bad_name"],
  [".example.com", "bad_name"],
  ["example..com", "bad_name"],
  ["https://example.com..", "bad_name"]
]
