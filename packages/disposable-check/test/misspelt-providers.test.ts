import { describe, expect, it } from "vitest"
import { parseGroups, readGroups } from "../builder/Groups.ts"
import { usualTypos, withUsualTypos } from "../builder/usualTypos.ts"
import { checkDisposable, mailClass } from "../src/index.ts"
import { loadList } from "../src/list.ts"

/** Whether two texts differ by one edit: an added, missing or wrong letter, or two swapped letters. */
const isOneEditAway = (a: string, b: string): boolean => {
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const [x, y] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  const isExchanged = x.length === 2 && y.length === 2 && x[0] === y[1] && x[1] === y[0]
  return a !== b && (isExchanged || Math.max(x.length, y.length) === 1)
}

const PROVIDERS = [
  "aol.com",
  "comcast.net",
  "gmail.com",
  "gmx.com",
  "googlemail.com",
  "hotmail.co.uk",
  "hotmail.com",
  "icloud.com",
  "outlook.com",
  "protonmail.com",
  "rocketmail.com",
  "verizon.net",
  "yahoo.co.uk",
  "yahoo.com"
]
/** Disposable services hand out or have handed out addresses of these domains; `lists/typos.txt` names the services. */
const DISPOSABLE = [
  "amail.com",
  "cmail.com",
  "gotmail.com",
  "homail.co.uk",
  "hotmail3.com",
  "iclou1d.com",
  "notmail.com",
  "tmail.com",
  "yotmail.com"
]

describe("a misspelt provider", () => {
  it("is not disposable, unless a service hands out such addresses", () => {
    const near = [...loadList().rules()].filter(
      (rule) => rule.class === "disposable" && PROVIDERS.some((provider) => isOneEditAway(rule.domain, provider))
    )
    expect(near.map(({ domain }) => domain).toSorted()).toEqual(DISPOSABLE)
  })

  it("has the class typo if it is a usual misspelling of the largest providers", () => {
    const named = new Set(readGroups().flatMap((group) => (group.class === "typo" ? [] : group.domains)))
    for (const domain of ["gmail.com", "hotmail.com", "outlook.com", "yahoo.com"])
      for (const typo of usualTypos(domain).filter((one) => !named.has(one)))
        expect([typo, mailClass(typo)]).toEqual([typo, DISPOSABLE.includes(typo) ? "disposable" : "typo"])
  })

  it.each([
    ["hotail.co.uk", "hotmail.co.uk"],
    ["hotmial.co.uk", "hotmail.co.uk"],
    ["hotmail.couk", "hotmail.co.uk"],
    ["hotmail.co.ukk", "hotmail.co.uk"],
    ["hotmail.c.uk", "hotmail.co.uk"],
    ["hotmail.com.uk", "hotmail.co.uk"],
    ["yaho.co.uk", "yahoo.co.uk"],
    ["yahoo.couk", "yahoo.co.uk"],
    ["yahoo.cmo.br", "yahoo.com.br"],
    ["yahoo.co.i", "yahoo.co.in"],
    ["hotmial.fr", "hotmail.fr"],
    ["hotmal.de", "hotmail.de"],
    ["outlok.fr", "outlook.fr"],
    ["gmaila.com", "gmail.com"],
    ["gmailz.com", "gmail.com"],
    ["gmail.comm", "gmail.com"],
    ["gmail.ccom", "gmail.com"],
    ["gmail.fom", "gmail.com"],
    ["gmail.cok", "gmail.com"],
    ["icloud.clm", "icloud.com"]
  ])("%s is %s", (domain, suggestion) => {
    expect(checkDisposable(`ada@${domain}`)).toMatchObject({ class: "typo", disposable: false, suggestion })
  })

  it.each([
    "hotmail.co.jp",
    "hotmail.se",
    "hotmail.rs",
    "hotmail.be",
    "yahoo.ca",
    "yahoo.co.id",
    "yahoo.se",
    "outlook.at",
    "yahoo.com.ar",
    "mail.fr",
    "gmail.ai"
  ])("the domain %s of another country is none", (domain) => {
    expect(mailClass(domain)).not.toBe("typo")
  })

  it.each([
    "mail.com",
    "email.com",
    "ymail.com",
    "cloud.com",
    "gmx.com",
    "live.com",
    "me.com",
    "hey.com",
    "fmail.co.uk"
  ])("is not %s, which exists", (domain) => {
    expect(mailClass(domain)).not.toBe("typo")
  })

  it("stays what a checked list says, and is never somebody else's mailbox", () => {
    const groups = parseGroups(
      "@ typo gmail.com: one letter away from it\n1gmail.com\n@ free Somebody: mailboxes of somebody\ngmaol.com\n",
      "test"
    )
    const [typos] = withUsualTypos(groups, new Set(["gmaul.com"]))
    expect(typos?.domains).toEqual(expect.arrayContaining(["1gmail.com", "gmial.com", "gmail.co"]))
    expect(typos?.domains).not.toEqual(expect.arrayContaining(["gmaol.com"]))
    expect(typos?.domains).not.toEqual(expect.arrayContaining(["gmaul.com"]))
  })
})
