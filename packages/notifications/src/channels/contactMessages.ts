import { composeNotice, type Email } from "@mon/alerts"
import type { ChannelMessage } from "@mon/alerts/channels"
import { contactLimits, type ContactUrgency, type Language } from "@mon/model"

type Text = Pick<ChannelMessage, "title" | "text">

const CODES: Readonly<Record<Language, (code: string, service: string) => Text>> = {
  en: (code, service) => ({
    title: `${code} is your code for ${service}`,
    text: `Enter the code ${code} under "How I am reached". It is valid for ${contactLimits.codeMinutes} minutes. If you did not request it, you can ignore this message.`
  }),
  de: (code, service) => ({
    title: `${code} ist Ihr Code für ${service}`,
    text: `Geben Sie den Code ${code} unter „Wie ich erreicht werde“ ein. Er gilt ${contactLimits.codeMinutes} Minuten. Falls Sie ihn nicht angefordert haben, können Sie diese Nachricht ignorieren.`
  })
}

/** Returns the message with the code that proves that an own channel reaches its person. */
export const codeText = (code: string, service: string, language: Language): Text => CODES[language](code, service)

interface TestWords {
  readonly title: (service: string) => string
  readonly text: (urgency: ContactUrgency, minutes: number) => string
  readonly word: string
  readonly open: string
}

const TESTS: Readonly<Record<Language, TestWords>> = {
  en: {
    title: (service) => `Test alert from ${service}`,
    text: (urgency, minutes) =>
      `This is a test, nothing is down. ${urgency === "high" ? "Critical alerts" : "Alerts that are not critical"} reach you this way ${
        minutes === 0 ? "at once" : `after ${minutes} ${minutes === 1 ? "minute" : "minutes"}`
      }.`,
    word: "Test",
    open: "Change your rules"
  },
  de: {
    title: (service) => `Testalarm von ${service}`,
    text: (urgency, minutes) =>
      `Das ist ein Test, nichts ist ausgefallen. ${urgency === "high" ? "Kritische Alarme" : "Nicht kritische Alarme"} erreichen Sie auf diesem Weg ${
        minutes === 0 ? "sofort" : `nach ${minutes} ${minutes === 1 ? "Minute" : "Minuten"}`
      }.`,
    word: "Test",
    open: "Ihre Regeln ändern"
  }
}

/** The rule that a test alert is for. */
interface TestedRule {
  readonly urgency: ContactUrgency
  readonly afterMinutes: number
}

/** Returns the test alert for one rule of a person, which names the delay of the rule. */
export const testAlertText = ({ afterMinutes, urgency }: TestedRule, service: string, language: Language): Text => ({
  title: TESTS[language].title(service),
  text: TESTS[language].text(urgency, afterMinutes)
})

/** The person who gets a test alert by email, and the service that sends it. */
interface TestAlertAddress {
  readonly to: string
  readonly language: Language
  readonly service: string
  readonly baseUrl: string
  /** The key from which the Message-ID is made. */
  readonly key: string
}

/** Composes the email of a test alert for one rule. */
export const testAlertLetter = (rule: TestedRule, { baseUrl, key, language, service, to }: TestAlertAddress): Email => {
  const { text, title } = testAlertText(rule, service, language)
  const { open, word } = TESTS[language]
  return composeNotice(
    {
      tone: "news",
      word,
      subject: title,
      headline: title,
      lead: text,
      rows: [],
      sections: [],
      link: { label: open, url: `${baseUrl}/app/settings/contact` }
    },
    {
      to,
      language,
      service,
      timeZone: "UTC",
      settingsUrl: null,
      stopUrl: null,
      messageDomain: new URL(baseUrl).hostname.replace(/^\[|\]$/gu, "")
    },
    { key }
  )
}
