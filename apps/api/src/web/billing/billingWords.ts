import type { OpenOrder } from "@mon/core-store"
import type { Language } from "@mon/model"

type Settled = Exclude<OpenOrder["status"], "open">

interface Words {
  readonly absent: string
  readonly absentHint: string
  /** Returns the name of a purchase from the title of its article. */
  readonly article: (title: string) => string
  readonly pay: (price: string) => string
  readonly notReal: string
  readonly notRealHint: string
  readonly payTest: (price: string) => string
  readonly settled: (status: Settled) => string
  readonly back: string
  readonly thanks: string
  readonly thanksHint: string
  readonly cancelled: string
  readonly cancelledHint: string
}

const STATUS: Readonly<Record<Settled, string>> = {
  pending: "ausstehend",
  paid: "bezahlt",
  failed: "gescheitert",
  expired: "abgelaufen",
  refunded: "erstattet",
  partially_refunded: "teilweise erstattet",
  disputed: "strittig",
  charged_back: "zurückgebucht"
}

export const billingWords: Readonly<Record<Language, Words>> = {
  en: {
    absent: "Not found",
    absentHint: "This order does not exist.",
    article: (title) => title,
    pay: (price) => `Pay ${price}`,
    notReal: "This is not a real payment.",
    notRealHint:
      "This service uses its local pay page, which charges nothing and needs no card. Set MON_STRIPE_SECRET_KEY and MON_STRIPE_WEBHOOK_SECRET to take real payments.",
    payTest: (price) => `Pay ${price} (test)`,
    settled: (status) => `This order is ${status}.`,
    back: "Back to the dashboard",
    thanks: "Thank you",
    thanksHint: "Your purchase becomes active as soon as the payment is confirmed, usually within a minute.",
    cancelled: "Payment cancelled",
    cancelledHint: "You were not charged, and nothing has changed."
  },
  de: {
    absent: "Nicht gefunden",
    absentHint: "Diese Bestellung gibt es nicht.",
    article: (title) =>
      title
        .replace(/, (\d+) days$/u, ", $1 Tage")
        .replace(" more domain monitors", " weitere Domain-Monitore")
        .replace(
          /^([\d,]+) simulation credits$/u,
          (_, count: string) => `${count.replaceAll(",", ".")} Simulationsguthaben`
        ),
    pay: (price) => `${price} bezahlen`,
    notReal: "Das ist keine echte Zahlung.",
    notRealHint:
      "Dieser Dienst verwendet seine eigene Bezahlseite. Sie bucht nichts ab und braucht keine Karte. Setzen Sie MON_STRIPE_SECRET_KEY und MON_STRIPE_WEBHOOK_SECRET, um echte Zahlungen anzunehmen.",
    payTest: (price) => `${price} bezahlen (Test)`,
    settled: (status) => `Diese Bestellung ist ${STATUS[status]}.`,
    back: "Zurück zum Dashboard",
    thanks: "Danke",
    thanksHint: "Ihr Kauf gilt, sobald die Zahlung bestätigt ist, meist in einer Minute.",
    cancelled: "Zahlung abgebrochen",
    cancelledHint: "Es wurde nichts abgebucht, und nichts hat sich geändert."
  }
}
