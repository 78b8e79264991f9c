/** The free mailbox domains of each operator, under the operator's own brands. */
const DOMAINS: Readonly<Record<string, ReadonlyArray<string>>> = {
  google: ["gmail.com", "googlemail.com"],
  icloud: ["icloud.com", "mac.com", "me.com"],
  mailru: ["bk.ru", "inbox.ru", "list.ru", "mail.ru"],
  "outlook-consumer": [
    "hotmail.co.uk",
    "hotmail.com",
    "hotmail.de",
    "hotmail.es",
    "hotmail.fr",
    "hotmail.it",
    "live.com",
    "live.co.uk",
    "live.fr",
    "live.nl",
    "msn.com",
    "outlook.com",
    "outlook.de",
    "outlook.es",
    "outlook.fr"
  ],
  proton: ["pm.me", "proton.me", "protonmail.ch", "protonmail.com"],
  tencent: ["foxmail.com", "qq.com"],
  tutanota: ["tuta.com", "tutamail.com", "tutanota.com", "tutanota.de"],
  yahoo: [
    "aol.com",
    "rocketmail.com",
    "yahoo.ca",
    "yahoo.co.in",
    "yahoo.co.uk",
    "yahoo.com",
    "yahoo.com.au",
    "yahoo.com.br",
    "yahoo.de",
    "yahoo.es",
    "yahoo.fr",
    "yahoo.it",
    "ymail.com"
  ],
  yandex: ["ya.ru", "yandex.com", "yandex.ru"]
}

const BY_DOMAIN: ReadonlyMap<string, string> = new Map(
  Object.entries(DOMAINS).flatMap(([provider, domains]) => domains.map((domain) => [domain, provider] as const))
)

/** The names of the free mailboxes of operators whose email service for companies has another name. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["google", "Gmail"],
  ["icloud", "iCloud Mail"],
  ["mailru", "Mail.ru"],
  ["tencent", "QQ Mail / Foxmail"],
  ["yandex", "Yandex Mail"]
])

/** Returns the name of an operator's free mailboxes; null if it is the same as the name in the receiver table. */
export const freeMailboxName = (provider: string): string | null => NAMES.get(provider) ?? null

export const freeMailboxProvider = (domain: string): string | null => BY_DOMAIN.get(domain) ?? null
