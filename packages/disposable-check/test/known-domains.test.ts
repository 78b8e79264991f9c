import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { readGroups } from "../builder/Groups.ts"
import { checkDisposable, isDisposable, mailClass } from "../src/index.ts"

const linesOf = (name: string): ReadonlyArray<string> =>
  readFileSync(new URL(`./fixtures/${name}.txt`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))

const read = (name: string): ReadonlyArray<string> =>
  linesOf(name)
    .join(" ")
    .split(/\s+/)
    .filter((word) => word !== "")

const legitimate = read("legitimate")
const notorious = read("notorious")

describe("well-known domains", () => {
  it("are at least 400 legitimate and 150 notorious ones, each once", () => {
    expect(legitimate.length).toBeGreaterThanOrEqual(400)
    expect(notorious.length).toBeGreaterThanOrEqual(150)
    expect(new Set([...legitimate, ...notorious]).size).toBe(legitimate.length + notorious.length)
  })

  it("are not flagged when people use them as permanent mailboxes, and neither are their hosts", () => {
    expect(
      legitimate.filter(
        (domain) => isDisposable(domain) || isDisposable(`anna@${domain}`) || isDisposable(`mail.${domain}`)
      )
    ).toEqual([])
    expect(legitimate.filter((domain) => !checkDisposable(`anna@${domain}`).valid)).toEqual([])
  })

  it("are flagged when they are known to be disposable", () => {
    expect(
      notorious.filter((domain) => !isDisposable(`x.${domain}`) || !isDisposable(`bob@${domain.toUpperCase()}.`))
    ).toEqual([])
  })
})

describe("the usual mailbox providers", () => {
  const countries = linesOf("mailboxes-of-countries").map((line) => line.split(": "))

  it("are those of more than 50 countries", () => {
    expect(new Set(countries.map(([code]) => code)).size).toBe(countries.length)
    expect(countries.length).toBeGreaterThan(50)
  })

  it("have the class free or privacy", () => {
    const wrong = countries.flatMap(([code, domains = ""]) =>
      domains
        .split(" ")
        .filter((domain) => !["free", "privacy"].includes(mailClass(`anna@${domain}`)))
        .map((domain) => `${code} ${domain}`)
    )
    expect(wrong).toEqual([])
  })
})

describe("a domain that was judged wrongly once", () => {
  it.each(["fastservice.com", "gawab.com", "feedspotmailer.com", "upcmail.net", "adguard.com", "internxt.com"])(
    "%s is not disposable",
    (domain) => expect(isDisposable(`anna@${domain}`)).toBe(false)
  )

  it.each(["tempmail.com", "luxusmail.org", "tempmailaddress.com", "instaddr.com", "tempmail.adguard.com"])(
    "%s is disposable",
    (domain) => expect(isDisposable(`anna@${domain}`)).toBe(true)
  )
})

describe("the manually maintained lists", () => {
  it("give every domain the class of its group, and the provider's name", () => {
    const wrong = readGroups().flatMap(({ class: kind, domains, provider }) =>
      domains.filter((domain) => {
        const verdict = checkDisposable(`anna@${domain}`)
        return (
          !verdict.valid ||
          verdict.disposable ||
          verdict.class !== kind ||
          (kind !== "none" && (kind === "typo" ? verdict.suggestion : verdict.provider) !== provider)
        )
      })
    )
    expect(wrong).toEqual([])
  })

  it("give a reason with every group", () => {
    expect(
      readGroups()
        .filter(({ reason }) => reason.length < 12)
        .map(({ provider }) => provider)
    ).toEqual([])
  })

  it("classify privacy, alias and free email correctly", () => {
    const classes = {
      "pm.me": "privacy",
      "mailbox.org": "privacy",
      "posteo.de": "privacy",
      "startmail.com": "privacy",
      "hush.com": "privacy",
      "cock.li": "privacy",
      "fastmail.com": "privacy",
      "simplelogin.com": "alias",
      "addy.io": "alias",
      "duck.com": "alias",
      "mozmail.com": "alias",
      "privaterelay.appleid.com": "alias",
      "icloud.com": "free",
      "web.de": "free",
      "163.com": "free",
      "naver.com": "free"
    }
    for (const [domain, kind] of Object.entries(classes)) expect(mailClass(domain), domain).toBe(kind)
  })
})
