import type { Random } from "./Random.ts"

const LABELS = [
  "Domain Name",
  "Registry Expiry Date",
  "paid-till",
  "expires",
  "[State]",
  "Status",
  "Domain Status",
  "Registrar",
  "whois",
  "refer",
  "constructor",
  "__proto__"
]

const VALUES = [
  "example.test",
  "2027-03-02T00:00:00Z",
  "2027/03/31",
  "Connected (2027/03/31)",
  "31-feb-2027",
  "0000-00-00",
  "99999999999999",
  "clientHold https://icann.org/epp#clientHold",
  "free",
  "toString"
]

/** Returns lines in the form of a WHOIS answer. */
export const whoisText = (random: Random): string =>
  random
    .list(14, () => {
      if (random.chance(0.1)) return random.text(60)
      const value = random.chance(0.8) ? random.pick(VALUES) : random.text(30)
      return `${" ".repeat(random.whole(3))}${random.pick(LABELS)}${random.pick([":", ": ", "\t", " ....: ", "="])}${value}`
    })
    .join(random.pick(["\r\n", "\n", "\r"]))

const json = (random: Random, depth: number): unknown => {
  switch (random.whole(depth > 3 ? 4 : 6)) {
    case 0:
      return random.pick([
        null,
        true,
        -1,
        Number.POSITIVE_INFINITY,
        0,
        "",
        "2027-03-02T00:00:00Z",
        "domain",
        "expiration"
      ])
    case 1:
      return random.text(12)
    case 2:
      return random.pick(VALUES)
    case 3:
      return random.whole(1e9)
    case 4:
      return random.list(4, () => json(random, depth + 1))
    default:
      return Object.fromEntries(
        random.list(5, () => [
          random.pick([
            "events",
            "eventAction",
            "eventDate",
            "status",
            "ldhName",
            "entities",
            "roles",
            "vcardArray",
            "__proto__"
          ]),
          json(random, depth + 1)
        ])
      )
  }
}

/** Returns a response in the form of an RDAP answer. */
export const rdapText = (random: Random): string => {
  const response = {
    objectClassName: random.chance(0.9) ? "domain" : json(random, 0),
    ldhName: random.chance(0.9) ? "example.test" : json(random, 0),
    events: random.chance(0.5)
      ? [{ eventAction: random.pick(["expiration", "constructor", "registration"]), eventDate: random.pick(VALUES) }]
      : json(random, 0),
    status: json(random, 0),
    entities: json(random, 0)
  }
  const text = JSON.stringify(response)
  return random.chance(0.1) ? text.slice(0, random.whole(text.length)) : text
}
