import type { Language } from "@mon/model"

interface Words {
  readonly title: string
  readonly lead: string
  readonly invalid: string
  readonly unavailable: string
  readonly domain: string
  readonly domainHint: string
  readonly check: string
  readonly selectors: string
  readonly selectorsHint: (most: number) => string
  readonly malformedSelectors: string
  readonly tooManySelectors: (most: number) => string
  readonly resultOf: (domain: string) => string
  readonly withSelectors: string
  readonly noReport: string
  readonly watch: string
  readonly checkIt: string
  readonly again: string
  readonly free: string
  readonly message: string
  readonly disposable: string
}

export const emailHealthWords: Readonly<Record<Language, Words>> = {
  en: {
    title: "Email health check",
    lead: "Will email from your domain arrive? See a grade for MX, SPF, DKIM, DMARC and blacklists, and the exact DNS records that fix the problems.",
    invalid: "Enter a domain such as example.com.",
    unavailable: "The check could not be completed. Try again in a minute.",
    domain: "Domain",
    domainHint: "A domain, an email address or a URL.",
    check: "Check now",
    selectors: "DKIM selectors",
    selectorsHint: (most) => `At most ${most}, separated by commas. We always check common selectors.`,
    malformedSelectors: "Enter DKIM selectors such as s2026, separated by commas.",
    tooManySelectors: (most) => `Enter at most ${most} DKIM selectors.`,
    resultOf: (domain) => `Email health of ${domain}`,
    withSelectors: "With the DKIM selectors",
    noReport: "There is no report from the last hour.",
    watch: "Know when this changes",
    checkIt: "Check it",
    again: "Check another domain",
    free: "Free, with no account needed. We only read public DNS and do not send any email.",
    message: "Check a message that you received",
    disposable: "Check for disposable email addresses"
  },
  de: {
    title: "Prüfung der E-Mail-Zustellbarkeit",
    lead: "Kommen E-Mails Ihrer Domain an? Sehen Sie die Note ihrer MX-, SPF-, DKIM- und DMARC-Einträge und der Sperrlisten, und genau die Einträge, die sie reparieren.",
    invalid: "Geben Sie eine Domain wie example.com ein.",
    unavailable: "Die Prüfung ließ sich nicht abschließen. Versuchen Sie es in einer Minute noch einmal.",
    domain: "Domain",
    domainHint: "Eine Domain, eine E-Mail-Adresse oder eine URL.",
    check: "Jetzt prüfen",
    selectors: "DKIM-Selektoren",
    selectorsHint: (most) => `Höchstens ${most}, durch Kommas getrennt. Übliche Selektoren prüfen wir immer.`,
    malformedSelectors: "Geben Sie DKIM-Selektoren wie s2026 ein, durch Kommas getrennt.",
    tooManySelectors: (most) => `Geben Sie höchstens ${most} DKIM-Selektoren ein.`,
    resultOf: (domain) => `E-Mail-Zustellbarkeit von ${domain}`,
    withSelectors: "Mit den DKIM-Selektoren",
    noReport: "Aus der letzten Stunde gibt es keinen Bericht.",
    watch: "Erfahren, wenn sich das ändert",
    checkIt: "Prüfen",
    again: "Andere Domain prüfen",
    free: "Kostenlos und ohne Konto. Wir lesen nur öffentliches DNS und senden keine E-Mail.",
    message: "Eine erhaltene Nachricht prüfen",
    disposable: "Auf Wegwerfadressen prüfen"
  }
}
