import { existsSync, readdirSync, readFileSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseWhois } from "../src/expiry/WhoisAnswer.ts"

const iso = (text: string, domain = "example.test") => {
  const found = parseWhois(text, domain)
  return found.kind !== "registered" || found.expiresAt === null
    ? null
    : new Date(found.expiresAt).toISOString().slice(0, 10)
}

const answer = (created: string) =>
  `Domain name: example.test\nDomain registered: ${created}\nRecord will expire on: 03/02/2030`

const registered = (text: string, domain = "example.test") => {
  const found = parseWhois(text, domain)
  if (found.kind !== "registered") throw new Error(`not registered but ${found.kind}`)
  return found
}

describe("the date in a WHOIS answer", () => {
  it.each([
    ["a colon", "Domain Name: EXAMPLE.TEST\nRegistry Expiry Date: 2030-02-09T11:59:43Z"],
    [
      "dots",
      "domain.............: example.test\nexpires............: 9.2.2030 10:15:55\navailable..........: 9.3.2030 10:15:55"
    ],
    ["brackets", "[Domain Name]                   EXAMPLE.TEST\n[Expires on]                    2030/02/09"],
    ["a sentence", "Domain Name: example.test\n   Record expires on 2030-02-09 (YYYY-MM-DD)"],
    [
      "a section",
      "    Domain name:\n        example.test\n\n    Relevant dates:\n        Registered on: 22-Oct-2017\n        Expiry date:  09-Feb-2030\n"
    ],
    ["an underscore", "domain: example.test\nexpire_date: 2030-02-09"],
    ["two languages", "사용 종료일 : 2030. 02. 09.\nDomain Name : example.test\nExpiration Date : 2030. 02. 09."],
    ["a label of three words", "Domain Name: example.test\nRecord expires: 2030-02-09"],
    ["a label in capitals", "DOMAIN: EXAMPLE.TEST\r\nPAID-TILL:     2030-02-09T21:00:00Z\r\nFREE-DATE:     2030-03-22"]
  ])("is found behind %s", (_, text) => {
    expect(iso(text)).toBe("2030-02-09")
  })

  it.each([
    [".is", "domain: example.is\nexpires: May 22 2030", "example.is", "2030-05-22"],
    [".kg", "Domain EXAMPLE.KG\n Record expires on Sun Mar 30 23:59:00 2030", "example.kg", "2030-03-30"],
    [".ug", "Domain name: example.ug\nRenewal date: 7th April, 2030", "example.ug", "2030-04-07"],
    [".ua", "domain: example.ua\nstatus: OK-UNTIL 20300622000000", "example.ua", "2030-06-22"],
    [".tr", "Domain Name: example.tr\nExpires on: 2030-Aug-22.", "example.tr", "2030-08-22"],
    [".my", "a [Domain Name] example.my\ng. [Record Expired] 13-MAY-2030", "example.my", "2030-05-13"],
    [".bo", "Nombre de dominio: example.bo\nFecha de vencimiento: 2030-02-09", "example.bo", "2030-02-09"],
    [".im", "Domain Name: example.im\nExpiry Date: 03/02/2030 00:59:10", "example.im", "2030-02-03"],
    [".pt", "Domain: example.pt\nExpiration Date: 05/06/2030 10:00:00", "example.pt", "2030-06-05"]
  ])("is read as the registry of %s writes it", (_, text, domain, expected) => {
    expect(iso(text, domain)).toBe(expected)
  })

  it("of the registry takes precedence over that of the registrar", () => {
    const both =
      "Domain Name: example.test\nRegistrar Registration Expiration Date: 2031-01-01\nRegistry Expiry Date: 2030-02-09T00:00:00Z"
    expect(iso(both)).toBe("2030-02-09")
    expect(iso(both.replace(/\nRegistry.*/, ""))).toBe("2031-01-01")
  })

  it("is unknown when the registry's is unreadable, even if the registrar's is not", () => {
    expect(
      iso(
        "Domain Name: example.test\nRegistry Expiry Date: 2030-99-99\nRegistrar Registration Expiration Date: 2031-01-01"
      )
    ).toBeNull()
  })

  it("is unknown when the answer has two", () => {
    expect(iso("Domain Name: example.test\nExpiry Date: 2030-02-09\nExpiry Date: 2031-02-09")).toBeNull()
  })

  it("is unknown when the answer is about another domain", () => {
    expect(parseWhois("Domain Name: example.test.evil\nExpiry Date: 2030-02-09", "example.test")).toMatchObject({
      kind: "unreadable"
    })
  })

  it.each([
    "option expiration date: 2030-02-09",
    "free-date: 2030-02-09",
    "created: 2030-02-09",
    "Registrant Name: Expiry Date: 2030-02-09",
    "% expires: 2030-02-09"
  ])("is not taken from %j", (line) => expect(iso(`Domain Name: example.test\n${line}`)).toBeNull())

  it("is read in the order that another date of the answer proves", () => {
    expect(iso(answer("12/18/2001"))).toBe("2030-03-02")
    expect(iso(answer("18/12/2001"))).toBe("2030-02-03")
    expect(iso(answer("11/12/2001"))).toBeNull()
    expect(iso(`${answer("12/18/2001")}\nLast change: 31/12/2020`)).toBeNull()
  })

  it("is read day first where the registry writes it so", () => {
    expect(iso("Domain Name: example.hk\nExpiry Date: 03-04-2030", "example.hk")).toBe("2030-04-03")
  })
})

describe("a WHOIS answer", () => {
  it("names the registrar and the statuses", () => {
    expect(
      registered(
        "Domain Name: example.test\nRegistrar: Names & Co. \nDomain Status: clientHold https://icann.org/epp#clientHold\nDomain Status: pending delete\nStatus: odd one"
      )
    ).toMatchObject({
      registrar: "Names & Co.",
      statuses: ["clientHold", "pendingDelete", "odd one"]
    })
  })

  it("may name the registrar in a separate section", () => {
    expect(
      registered("Domain: example.test\nStatus: ok\n\nRegistrar\n  Organization:     Names srl\n  Name:  NAMES-REG\n")
        .registrar
    ).toBe("Names srl")
  })

  it("reports a hold that has a field of its own", () => {
    expect(registered("domain: example.test\nhold: YES").statuses).toEqual(["serverHold"])
    expect(registered("domain: example.test\nhold: NO").statuses).toEqual([])
  })

  it("matches international names in both forms", () => {
    expect(registered("Domain Name: bücher.test\nexpires: 2030-02-09", "xn--bcher-kva.test").expiresAt).toBe(
      Date.UTC(2030, 1, 9)
    )
  })

  it.each([
    "Domain not found.",
    "NOT FOUND",
    'No match for "EXAMPLE.TEST".',
    "No Data Found",
    "The queried object does not exist: no matching objects found",
    "%ERROR:103: Domain is not registered",
    "%% NOT FOUND",
    "% No entries found for example.test",
    "Domain: example.test\nStatus: free",
    "Domain: example.test\nStatus: AVAILABLE",
    "example.test is free",
    ">>> Domain example.test is available for registration",
    "No match!!",
    'domain "example.test" not found.',
    "This domain name has not been registered.",
    "query_status: 220 Available",
    "%ERROR:101: no entries found"
  ])("says that there is no such domain: %s", (text) => {
    expect(parseWhois(text, "example.test")).toEqual({ kind: "not_registered" })
  })

  it.each(["Your query limit has been exceeded", "Error: too many requests", "Quota exceeded, please try again later"])(
    "says that too much was asked: %s",
    (text) => {
      expect(parseWhois(text, "example.test")).toEqual({ kind: "limited" })
    }
  )

  it.each([
    "",
    "Not available for registration.\nSecond level domain name is reserved.",
    "<html>503</html>",
    "Invalid query or domain name not known"
  ])("that says nothing is none: %j", (text) => {
    expect(parseWhois(text, "example.test").kind).toBe("unreadable")
  })

  it("is parsed quickly and without an error, whatever it contains", () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom("Domain Name: example.test", "Expiry Date: ", "Status:", "expires............:", "[Expires on] "),
      fc.string({ unit: fc.constantFrom(" ", ".", ":", "a", "-", "\t"), maxLength: 600 })
    )
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        expect(["registered", "not_registered", "limited", "unreadable"]).toContain(
          parseWhois(lines.join("\n"), "example.test").kind
        )
      })
    )
  })
})

const CORPUS = new URL("../../../../shared/data/whois/likexian/", import.meta.url)
const textOf = (path: string) => readFileSync(new URL(path, CORPUS), "utf8")
const answersIn = (folder: string) =>
  existsSync(CORPUS)
    ? readdirSync(new URL(folder, CORPUS))
        .filter((file) => !/\.(?:json|pre|md)$/.test(file))
        .map((file) => [file, file.slice(file.indexOf("_") + 1)] as const)
    : []

interface Reading {
  readonly domain?: { readonly expiration_date?: string; readonly expiration_date_in_time?: string }
}

/**
 * The dates that the answers contain but that the corpus reads incorrectly or not at all. It takes a UTC offset in
 * hours as minutes, reads month-first dates as day-first, and ignores dates in a status.
 */
const CORRECTED: Readonly<Record<string, string>> = {
  "tw_google.com.tw": "2021-11-08T16:00:00Z",
  "tw_google.net.tw": "2021-08-12T16:00:00Z",
  "tw_google.org.tw": "2022-01-13T16:00:00Z",
  "tw_specialized.com.tw": "2021-12-09T04:30:05Z",
  "tk_google.tk": "2020-03-02T00:00:00Z",
  "tk_zcore.tk": "2022-01-03T00:00:00Z",
  // In these answers, the status contains the end date.
  "jp_goo.ne.jp": "2024-06-30T00:00:00Z",
  "jp_google.co.jp": "2024-03-31T00:00:00Z",
  "jp_mod.go.jp": "2024-12-31T00:00:00Z",
  "jp_titech.ac.jp": "2024-03-31T00:00:00Z"
}

/**
 * Returns the expected date. The corpus does not read "2020-06-14-T10:32:43Z", "2020-04-03T00:00:00-0700" and
 * "2020-05-23 (YYYY-MM-DD)", so this function converts these forms.
 */
const expected = (file: string): number | null => {
  const { expiration_date: written, expiration_date_in_time: read } =
    (JSON.parse(textOf(`noterror/${file}.json`)) as Reading).domain ?? {}
  const corrected = CORRECTED[file]
  if (written === undefined) return corrected === undefined ? null : Date.parse(corrected)
  return Date.parse(
    corrected ??
      read ??
      written
        .replace("-T", "T")
        .replace(/ \(.*/, "")
        .replace(/(\d\d)00$/, "$1:00")
  )
}

describe.skipIf(!existsSync(CORPUS))("the collected answers", () => {
  it("yield exactly their 170 dates", () => {
    const read = answersIn("noterror").map(([file, domain]) => {
      const found = parseWhois(textOf(`noterror/${file}`), domain)
      return [file, found.kind === "registered" ? found.expiresAt : null] as const
    })
    expect(read).toEqual(answersIn("noterror").map(([file]) => [file, expected(file)]))
    expect(read.filter(([, date]) => date !== null)).toHaveLength(170)
  })

  it("never mistake a registered domain for an unregistered one, or the reverse", () => {
    expect(
      answersIn("noterror").filter(
        ([file, domain]) => parseWhois(textOf(`noterror/${file}`), domain).kind === "not_registered"
      )
    ).toEqual([])
    const kinds = answersIn("notfound").map(
      ([file, domain]) => [file, parseWhois(textOf(`notfound/${file}`), domain).kind] as const
    )
    expect(kinds.filter(([, kind]) => kind === "registered")).toEqual([])
    expect(kinds.filter(([, kind]) => kind !== "not_registered").map(([file]) => file)).toEqual([
      "name_login.name",
      "name_science.name",
      "tk_likexian-have-no-money-to-register.tk"
    ])
  })
})

const record =
  "Domain Name: EXAMPLE.TEST\nRegistry Expiry Date: 2030-02-09T11:59:43Z\nRegistrar: Names Inc.\nStatus: redemptionPeriod"

describe("a record of the domain itself", () => {
  it.each([
    ["no match", `${record}\nNo match for "EXAMPLE.TEST".`],
    ["no match before it", `No match for "EXAMPLE.TEST".\n${record}`],
    ["wrapped terms", `${record}\nTERMS OF USE: data of a name that is\nnot found in this database is not shown.`],
    ["terms in capitals", `${record}\nNOT FOUND IN THIS DATABASE MEANS NOTHING`],
    ["a rate limit", `${record}\nQuery rate limit exceeded.`],
    ["a denied request", `Request denied\n${record}`],
    ["terms about limits", `${record}\n% Too many requests are answered with an error.`],
    ["a free name of others", `${record}\nAvailable`]
  ])("is read, whatever stands beside it: %s", (_, text) => {
    expect(registered(text)).toEqual({
      kind: "registered",
      expiresAt: Date.UTC(2030, 1, 9, 11, 59, 43),
      registrar: "Names Inc.",
      statuses: ["redemptionPeriod"]
    })
  })

  it.each([
    ["its registrar", "Registrar: Names Inc."],
    ["a name server", "nserver: ns1.example.net"],
    ["name servers in the next lines", "Name servers:\n   ns1.example.net\n   ns2.example.net"],
    ["a numbered name server", "Name Server 1: ns1.example.net"]
  ])("may have %s only", (_, line) => {
    expect(registered(`Domain Name: example.test\n${line}\n\nNo entries found`).expiresAt).toBeNull()
  })

  it.each([
    [
      "another domain",
      "Domain Name: other.test\nRegistry Expiry Date: 2030-02-09\nRegistrar: a\nNo match",
      "not_registered"
    ],
    ["no details", "Domain Name: example.test\nNo match", "not_registered"],
    ["a free name", "Domain Name: example.test\nStatus: free\nRegistrar: none", "not_registered"],
    ["a free name with name servers", "Domain Name: example.test\nStatus: AVAILABLE\nDNS: none", "not_registered"]
  ])("is none if it has %s", (_, text, kind) => {
    expect(parseWhois(text, "example.test").kind).toBe(kind)
  })
})

describe("an answer that only repeats the name", () => {
  it.each([
    ["domain_name: example.test\nquery_status: 440 Request Denied", "limited"],
    ["Domain Name: example.test\nStatus: Query limit exceeded", "limited"],
    ["Domain Name: example.test\nStatus: rate limited", "limited"],
    ["domain_name: example.test\nquery_status: 510 Domain is not managed by this register", "unreadable"],
    ["domain_name: example.test\nquery_status: 500 Invalid characters in query string", "unreadable"],
    ["Domain Name: example.test\nStatus: UNASSIGNABLE", "unreadable"],
    ["Domain Name: example.test\nStatus: invalid", "unreadable"],
    ["Domain: example.test\nStatus: NOT ALLOWED", "unreadable"],
    ["Domain: example.test\nStatus: not available", "unreadable"],
    ["Domain: example.test\nStatus: Reserved", "unreadable"],
    ["Domain: example.test\nState: unavailable", "unreadable"],
    ["Domain: example.test\nInvalid domain name", "unreadable"],
    ["Domain: example.test\nPlease try again later", "limited"],
    ["Domain Name: example.test\nWe could not find the requested domain", "not_registered"],
    ["Domain Name: example.test\nSorry, the name was not found.", "not_registered"],
    ["Domain Name: example.test\nWe were unable to find it.", "not_registered"],
    ["Domain Name: example.test\nThis name does not exist.", "not_registered"],
    ["Domain Name: example.test\nThe name is available", "not_registered"],
    ["domain_name: example.test\nquery_status: 220 Available", "not_registered"],
    ["Domain Name: example.test\nStatus: not found", "not_registered"],
    ["domain_name: example.test\nquery_status: 200 Active", "registered"],
    ["Domain: example.test\nStatus: connect", "registered"],
    ["domain: example.test\nstate: REGISTERED, NOT DELEGATED, UNVERIFIED", "registered"],
    ["Domain: example.test\nStatus: inactive", "registered"],
    ["Domain: example.test", "registered"],
    ["Domain: example.test\nCreated: 2001-02-03", "registered"]
  ])("%j is %s", (text, kind) => {
    expect(parseWhois(text, "example.test").kind).toBe(kind)
  })
})

describe("a refusal", () => {
  it.each([
    ["AFNIC", "%% Too many requests...\n%%\n%% No entries found in the AFNIC Database."],
    ["SRS", "Request Denied\n\ndomain_name: example.test\nquery_status: 200 Active"],
    ["a quota", "Quota exceeded\nNot found"],
    ["a rate limit", "% Query rate limit exceeded. Reduced information.\nDomain Name: example.test\nStatus: free"]
  ])("of %s comes before everything else in the answer", (_, text) => {
    expect(parseWhois(text, "example.test")).toEqual({ kind: "limited" })
  })
  it("is not read into terms of use", () => {
    expect(
      parseWhois("% If too many queries are received, access may be denied.\nNo entries found.", "example.test")
    ).toEqual({ kind: "not_registered" })
  })
})

describe("a free name", () => {
  it.each(["The domain example.test was not found.", "Domain: example.test\n\nAvailable"])("%s", (text) => {
    expect(parseWhois(text, "example.test")).toEqual({ kind: "not_registered" })
  })
})
