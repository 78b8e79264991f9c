import { beforeAll, describe, expect, it } from "vitest"
import { checkDisposable, mailClass } from "../src/index.ts"
import { type ExactList, loadList, type Rule } from "../src/list.ts"

let list: ExactList
let rules: ReadonlyArray<Rule>
beforeAll(() => {
  list = loadList()
  rules = Array.from(list.rules())
})

// The generator (xorshift32) has a fixed seed, so that a failure can be reproduced.
const makeRandom = (seed: number) => {
  let x = seed
  return (below: number): number => {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    return (x >>> 0) % below
  }
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
const SYLLABLES =
  "ma ne ri to lu ka so be di fo gra ple ster ton ix ova mail web net shop tech data blue north city bank art cloud home".split(
    " "
  )
const ENDINGS =
  "com com com com net org de co.uk io fr info ru nl it com.br com.au pl ca eu es ch at se jp in xyz online site top club".split(
    " "
  )

const makeName = (random: (below: number) => number): string => {
  if (random(3) === 0) return Array.from({ length: 6 + random(10) }, () => LETTERS[random(26)]).join("")
  const name = Array.from({ length: 2 + random(3) }, () => SYLLABLES[random(SYLLABLES.length)]).join("")
  return random(5) === 0 ? `${name}${random(1000)}` : name
}

const classByList = (domain: string): string => {
  const explained = list.explain(domain)
  return explained.valid ? explained.class : "invalid"
}

describe("the table against the exact list", () => {
  it("finds every rule, with its class, tier and provider", () => {
    const wrong = rules.filter((rule) => {
      const verdict = checkDisposable(`bob@${rule.domain}`)
      if (!verdict.valid || verdict.class !== rule.class || verdict.tier !== rule.tier) return true
      return rule.class !== "none" && (verdict.rule !== rule.domain || verdict.provider !== rule.provider)
    })
    expect(wrong.map(({ domain }) => domain)).toEqual([])
  })

  it("finds the subdomains of every rule", () => {
    expect(
      rules.filter((rule) => mailClass(`bob@news.x7.${rule.domain}`) !== rule.class).map(({ domain }) => domain)
    ).toEqual([])
  })

  it("does not match names that only resemble a rule", () => {
    const near = rules.flatMap(({ domain }) => [`q${domain}`, `${domain.slice(1)}`, domain.replace(".", "0.")])
    expect(near.filter((domain) => mailClass(domain) !== classByList(domain))).toEqual([])
  })

  it("has no false positive among a million generated domains", () => {
    const random = makeRandom(0x2545f491)
    const hits: Array<string> = []
    for (let i = 0; i < 1_000_000; i++) {
      const domain = `${makeName(random)}.${ENDINGS[random(ENDINGS.length)]}`
      if (mailClass(domain) !== "none") hits.push(domain)
    }
    expect(hits.filter((domain) => mailClass(domain) !== classByList(domain))).toEqual([])
    // Nearly all generated domains have no rule.
    expect(hits.length).toBeLessThan(5_000)
  })
})

describe("the exact list", () => {
  it("counts at least 72,000 deny rules, none of which covers another", () => {
    const denied = new Set(rules.filter((rule) => rule.class === "disposable").map(({ domain }) => domain))
    expect(denied.size).toBeGreaterThanOrEqual(72_000)
    const covered = Array.from(denied).filter((domain) => {
      for (let dot = domain.indexOf("."); dot >= 0; dot = domain.indexOf(".", dot + 1)) {
        const parent = domain.slice(dot + 1)
        if (list.get(parent)?.class === "none") return false
        if (denied.has(parent)) return true
      }
      return false
    })
    expect(covered).toEqual([])
  })

  it("explains a match by the lists that contain it, and an exception by its reason", () => {
    const hit = list.explain("Bob <bob@x.mailinator.com>")
    expect(hit.valid && hit.rule?.domain).toBe("mailinator.com")
    expect(hit.valid && hit.rule?.sources.map(({ name }) => name)).toContain("disposable-email-domains-js")
    const kept = list.explain("anna@proton.me")
    expect(kept.valid && kept.rule).toMatchObject({ class: "privacy", provider: "Proton Mail", sources: [] })
    expect(kept.valid && kept.rule?.reason).toMatch(/account/)
    expect(list.explain("anna@example.org")).toMatchObject({ class: "none", rule: null })
    expect(list.explain("nonsense")).toEqual({ valid: false, input: "nonsense", reason: "single_label" })
  })

  it("returns all free email domains", () => {
    const free = list.domainsOf("free")
    expect(free.length).toBeGreaterThan(1_000)
    expect(free).toEqual(
      expect.arrayContaining([
        "gmail.com",
        "outlook.com",
        "yahoo.com",
        "gmx.de",
        "web.de",
        "qq.com",
        "163.com",
        "naver.com",
        "docomo.ne.jp",
        "hey.com"
      ])
    )
  })
})
