import type { Language } from "@mon/model"

/** An item of the list of features: its subject, and the rest of its sentence. */
type Point = readonly [subject: string, text: string]

interface Words {
  readonly title: string
  readonly lead: (service: string) => string
  readonly try: string
  readonly tryHint: string
  readonly signUp: string
  readonly signIn: string
  readonly points: readonly [domains: Point, pages: Point, emailHealth: Point]
  readonly everything: Point
  readonly more: string
  readonly disposable: string
}

export const welcomeWords: Readonly<Record<Language, Words>> = {
  en: {
    title: "Know before your visitors do",
    lead: (service) =>
      `${service} monitors your domains: whether they are up, when their certificates and registrations expire, and whether their email can be delivered.`,
    try: "Check a domain now",
    tryHint:
      "Will email from your domain arrive? Get a grade for the domain and the DNS records that fix its problems. No account needed.",
    signUp: "Create an account",
    signIn: "Sign in",
    points: [
      [
        "Domains",
        "are checked as often as every minute. A failed check is repeated before you get one alert that says what happened."
      ],
      ["Pages", "are compared with their previous version, both text and screenshot."],
      [
        "Email health",
        "gets a grade for MX, SPF, DKIM, DMARC and blacklists. Many findings come with the DNS record that fixes them."
      ]
    ],
    everything: ["Everything", "is available through an API, on every plan."],
    more: "More tools:",
    disposable: "disposable email check"
  },
  de: {
    title: "Wissen Sie es vor Ihren Besuchern",
    lead: (service) =>
      `${service} überwacht Ihre Domains: ob sie erreichbar sind, wann Zertifikate und Registrierungen ablaufen und ob ihre E-Mails ankommen.`,
    try: "Jetzt eine Domain prüfen",
    tryHint: "Kommen E-Mails Ihrer Domain an? Sehen Sie die Note und die DNS-Einträge, die sie reparieren. Ohne Konto.",
    signUp: "Konto anlegen",
    signIn: "Anmelden",
    points: [
      [
        "Domains",
        "werden bis zu jede Minute geprüft. Eine gescheiterte Prüfung wird wiederholt, bevor Sie einen Alarm erhalten, der sagt, was geschehen ist."
      ],
      ["Seiten", "werden mit ihrer vorigen Fassung verglichen, Text und Bildschirmfoto."],
      [
        "E-Mail-Zustellbarkeit",
        "erhält eine Note für MX, SPF, DKIM, DMARC und Sperrlisten. Zu vielen Befunden gibt es den DNS-Eintrag, der sie behebt."
      ]
    ],
    everything: ["Alles", "gibt es auch über eine API, in jedem Tarif."],
    more: "Weitere Werkzeuge:",
    disposable: "Prüfung auf Wegwerfadressen"
  }
}
